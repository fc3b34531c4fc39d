import Cairn

/// The parser of Libby's timeline as JSON.
enum LibbyObjects {
  /// Passes the events of audiobooks to `add`; throws `json.invalid`, `import.columns` and
  /// `csv.too_large`.
  static func read(
    _ file: [UInt8],
    _ limits: CSVLimits,
    _ add: (LibbyLoan) -> Void
  ) throws(ImportError) {
    guard file.count <= limits.fileBytes else { throw CSVReader.tooLarge(file.count, limits) }
    var events: Int?
    do throws(JSONError) {
      var reader = JSONReader(text(file))
      try reader.object { key, reader throws(JSONError) in
        let isList = try reader.kind() == .array
        guard key == "timeline", isList else { return try reader.skipValue() }
        events = try reader.elements(limit: limits.rows) { event in
          guard event["cover"]?["format"]?.cell == "audiobook" else { return }
          if let loan = loan(event) { add(loan) }
        }
      }
      try reader.finish()
    } catch {
      throw ImportError(error)
    }
    guard let events else { throw noTimeline }
    guard events <= limits.rows else { throw CSVReader.tooMany("events", limits.rows) }
  }

  private static func text(_ file: [UInt8]) -> [UInt8] {
    file.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(file.dropFirst(3)) : file
  }

  private static func loan(_ event: JSON) -> LibbyLoan? {
    guard let title = event["title"]?["text"]?.cell, !trimmed(title).isEmpty,
      (try? Work.requireTitle(title)) != nil, let activity = event["activity"]?.cell,
      let time = event["timestamp"]?.cell.flatMap({ Int64($0) }),
      (Instant.earliest.milliseconds..<Instant.limit.milliseconds).contains(time)
    else { return nil }
    var story = ImportedStory(number: event["isbn"]?.cell, title: title)
    story.author = event["author"]?.cell
    let moment = Instant(milliseconds: time).text
    let rest = [event["details"]?.cell, event["library"]?["text"]?.cell].compactMap(\.self)
      .filter { !$0.isEmpty }
    return LibbyLoan(
      story: story,
      moment: moment,
      text: (["\(activity) \(moment)"] + rest).joined(separator: ", "),
      isLoan: ["borrowed", "renewed", "returned"].contains(folded(activity))
    )
  }

  private static let noTimeline = ImportError(
    "import.columns",
    "This is not a Libby timeline: the member \"timeline\" is missing.",
    hint: LibbyTimeline.format.hint
  )
}
