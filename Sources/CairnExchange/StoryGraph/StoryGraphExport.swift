public import Cairn

/// The parser of StoryGraph's library export: books with a status, tags, a rating and reading dates.
public enum StoryGraphExport {
  /// Parses a file.
  ///
  /// Throws the errors of `CSVReader`, `import.columns` if a required column is missing, and
  /// `import.empty` if the file has no rows.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .books
  ) throws(ImportError) -> ImportedLibrary {
    try format.library(file, limits: limits) { $0.storyGraphBook() }
  }

  static let format = ListFormat(
    source: "storygraph",
    name: "StoryGraph",
    required: ["Title", "Authors", "ISBN/UID", "Read Status"],
    hint: "Choose the file from StoryGraph, Manage account, Export."
  )
}

extension RowCells {
  fileprivate mutating func storyGraphBook() -> ImportedBook? {
    guard let title = title() else { return nil }
    let authors = names("Authors")
    let uid = text("ISBN/UID")
    let key = uid ?? "\(title)\n\(authors.first ?? "")"
    var book = ImportedBook(line: row.line, key: key, title: collapsed(title), raw: raw)
    book.sourceID = key
    (book.isbn, book.invalidISBN) = uid.map(isUUID) == true ? (nil, nil) : isbn("ISBN/UID")
    book.credit(authors, contributors: names("Contributors").map(withoutRole))
    book.format = text("Format")
    book.status = status("Read Status")
    book.isWishlisted = book.status == .toRead && text("Owned?")?.lowercased() != "yes"
    book.quarterStars = quarterStars("Star Rating")
    book.added = day("Date Added")
    book.tags = parts("Tags")
    book.review = text("Review").map(plainText)
    book.setReadings(storyGraphDays(book.status), count: storyGraphFinished(book.status))
    return book
  }

  /// Whether the text is a UUID, which replaces a missing ISBN.
  private func isUUID(_ text: String) -> Bool {
    text.split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
  }

  /// Returns `Jane Doe` for `Jane Doe (Narrator)`.
  private func withoutRole(_ name: String) -> String {
    guard name.hasSuffix(")"), let open = name.lastIndex(of: "("), open > name.startIndex else {
      return name
    }
    return trimmed(String(name[..<open]))
  }
}

extension RowCells {
  /// Parses `2022/03/06-2022/03/22, 2024/03/01`, in order; falls back to the last date read.
  fileprivate mutating func storyGraphDays(_ status: ReadingStatus?) -> [ReadingDays] {
    let isOpen = status == .reading || status == .paused
    let days = parts("Dates Read").map { storyGraphDays($0, isOpen: isOpen) }
    if days.isEmpty, !isOpen, let last = date("Last Date Read") {
      return [ReadingDays(ended: last)]
    }
    let isOrdered = { (left: ReadingDays, right: ReadingDays) in
      guard let left = left.ended ?? left.started else { return true }
      return (right.ended ?? right.started).map { left < $0 } ?? false
    }
    return days.sorted(by: isOrdered)
  }

  /// Returns the number of finished readings; the read count also includes an unfinished one.
  fileprivate mutating func storyGraphFinished(_ status: ReadingStatus?) -> Int64 {
    let isUnfinished = status == .reading || status == .paused || status == .didNotFinish
    return count("Read Count") - (isUnfinished ? 1 : 0)
  }

  /// Parses one reading; a single date is its end, or its start if the reading is open.
  private mutating func storyGraphDays(_ text: String, isOpen: Bool) -> ReadingDays {
    let sides = Self.sides(of: text)
    var days = sides.map { side in
      let day = PartialDay(written: side)
      if day == nil, !side.isEmpty { noteDay("Dates Read", side) }
      return day
    }
    if days.count == 1 { days.insert(nil, at: isOpen ? 1 : 0) }
    return possible(ReadingDays(started: days[0], ended: days[1]), "Dates Read")
  }

  /// Returns the texts around the dash between two dates, which may themselves contain dashes, or
  /// the whole text if there is no such dash.
  private static func sides(of text: String) -> [String] {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map {
      trimmed(String($0))
    }
    if text.contains("/") || parts.allSatisfy({ $0.count == 4 }) {
      return parts.count == 2 ? parts : [text]
    }
    guard parts.count == 4 || parts.count == 6 else { return [text] }
    let half = parts.count / 2
    return [parts[..<half], parts[half...]].map { $0.joined(separator: "-") }
  }
}
