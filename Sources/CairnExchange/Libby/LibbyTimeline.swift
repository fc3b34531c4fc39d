public import Cairn

/// The parser of Libby's timeline of loans.
///
/// Loans are not listening time. Each title becomes a borrowed story whose notes list the loans.
public enum LibbyTimeline {
  /// Parses the CSV file or the JSON file.
  ///
  /// The JSON file allows importing only audiobooks; the CSV file does not have the format, so all
  /// titles are imported, with an issue. Throws the errors of `CSVReader`, `import.columns`,
  /// `json.invalid` and `import.empty`.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .standard
  ) throws(ImportError) -> ImportedHistory {
    var loans = LibbyLoans()
    if LibraryThingObjects.begins(file) {
      try LibbyObjects.read(file, limits) { loans.add($0) }
    } else {
      let (rows, issues, _) = try format.rows(file, limits: limits) { $0.libbyLoan("title") }
      loans.issues = [unclear] + issues
      rows.forEach { loans.add($0) }
    }
    return loans.history
  }

  static func recognizes(_ file: [UInt8]) -> Bool {
    LibraryThingObjects.begins(file)
      && file.prefix(8_192).firstRange(of: Array("\"timeline\"".utf8)) != nil
  }

  static let format = ListFormat(
    source: "libby",
    name: "Libby",
    required: ["title", "author", "timestamp", "activity", "library"],
    hint: "Choose the timeline export from Libby, Shelf, Timeline, Actions."
  )

  private static let unclear = RowIssue(
    line: 1,
    "import.libby",
    "The table does not distinguish audiobooks from other books, so all titles were imported. Use the "
      + "JSON file of Libby to import books only."
  )
}

/// One event of a title.
struct LibbyLoan {
  let story: ImportedStory
  /// `2023-08-27 11:46`, wall-clock time in an unknown zone.
  let moment: String
  let text: String
  let isLoan: Bool
}

/// The events of all titles, in chronological order.
struct LibbyLoans {
  var issues: [RowIssue] = []
  private var loans: [LibbyLoan] = []

  mutating func add(_ loan: LibbyLoan) { loans.append(loan) }

  /// The borrowed titles, without those that were only on hold.
  var history: ImportedHistory {
    var builder = HistoryBuilder()
    let borrowed = Set(loans.filter(\.isLoan).map(\.story.key))
    let ordered = loans.enumerated().sorted {
      ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset)
    }
    for (_, loan) in ordered where borrowed.contains(loan.story.key) {
      builder.add(loan.story)
      builder.note(loan.text, loan.story)
    }
    var history = ImportedHistory(source: "libby", name: "Libby")
    (history.stories, history.issues) = (builder.stories, issues)
    return history
  }
}

extension RowCells {
  /// Parses a loan; nil for an invalid row.
  mutating func libbyLoan(_ column: String) -> LibbyLoan? {
    guard let title = title(column), let activity = text("activity") else { return nil }
    guard let moment = text("timestamp").flatMap(Self.moment) else {
      note(
        "import.date",
        "timestamp",
        text("timestamp") ?? "",
        "is not a time such as August 27, 2023 11:46"
      )
      return nil
    }
    var story = ImportedStory(number: text("isbn"), title: title)
    story.author = text("author")
    let details = text("details").map { ", \($0)" } ?? ""
    let library = text("library").map { ", \($0)" } ?? ""
    return LibbyLoan(
      story: story,
      moment: moment,
      text: "\(activity) \(moment)\(details)\(library)",
      isLoan: ["borrowed", "renewed", "returned"].contains(folded(activity))
    )
  }

  /// Returns the time of `August 27, 2023 11:46` as `2023-08-27 11:46`; nil for other texts.
  private static func moment(_ text: String) -> String? {
    let parts = text.split { $0 == " " || $0 == "," }
    guard parts.count == 4, let month = months.firstIndex(of: parts[0].prefix(3).lowercased()),
      let day = Int32(parts[1]), let year = Int32(parts[2]), (2_000...2_099).contains(year),
      let date = LocalDay(year: year, month: Int32(month) + 1, day: day)
    else { return nil }
    let clock = parts[3].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 2, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]) else {
      return nil
    }
    return "\(date.text) \(parts[3])"
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}
