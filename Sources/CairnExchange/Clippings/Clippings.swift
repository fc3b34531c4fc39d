public import Cairn

/// One record of `My Clippings.txt`: a highlight, note or bookmark on a Kindle.
public struct Clipping: Sendable, Equatable {
  /// The line on which it starts, from 1.
  public let line: Int
  /// The first line, with the book.
  let heading: String
  /// The second line, with form, position and time.
  let metadata: ClippingMetadata
  /// The highlighted or noted text, or nil.
  public let text: String?

  /// The title of the book.
  public var title: String { ClippedBook(heading).title }
  /// The authors, if the file has them.
  public var authors: [String] { ClippedBook(heading).authors }
  /// The form of the annotation.
  public var form: Annotation.Form { metadata.form ?? .highlight }
  /// The printed page, or nil.
  public var page: Int64? { metadata.page }
  /// The location of its start, or nil.
  public var location: Int64? { metadata.location }
  /// The wall-clock time on the Kindle, which has no time zone; nil if it cannot be parsed.
  public var made: WallTime? { metadata.made }
}

/// A Kindle's `My Clippings.txt`: highlights, notes and bookmarks in the device's language.
public struct Clippings: Sendable, Equatable {
  /// The valid records, in the order of the file.
  public let clippings: [Clipping]
  /// The issues of invalid records.
  public let issues: [RowIssue]

  /// Parses a file.
  ///
  /// Throws the errors of `ImportedText`, `import.too_large`, `csv.too_many_rows`, `import.empty`,
  /// and `import.columns` if it has no records.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .standard,
    limit: Int = 100_000
  ) throws(ImportError) -> Clippings {
    guard file.count <= limits.fileBytes else { throw CSVReader.tooLarge(file.count, limits) }
    var reader = ClippingReader()
    let text = try ImportedText(file)
    var remaining = text.bytes[...]
    while true {
      try ImportCancellation.check()
      let line = remaining.prefix { $0 != 0x0A }
      reader.add(String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self))
      guard reader.count <= limit else { throw CSVReader.tooMany("clippings", limit) }
      guard line.endIndex < remaining.endIndex else { break }
      remaining = remaining[(line.endIndex + 1)...]
    }
    reader.finish()
    guard !reader.clippings.isEmpty || !reader.issues.isEmpty else { throw empty }
    return Clippings(clippings: reader.clippings, issues: text.allIssues + reader.issues)
  }

  /// Whether a file starts like one: its second line has a dash, and its third line is blank or a
  /// line of equals signs follows.
  static func recognizes(_ file: [UInt8]) -> Bool {
    let beginning = Array(file.prefix(8_192))
    // The prefix may end within a character.
    let text = String(decoding: (try? ImportedText(beginning).bytes) ?? beginning, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .drop { $0.allSatisfy(\.isWhitespace) }.map(String.init)
    guard lines.count > 2, ClippingMetadata.begins(lines[1]) else { return false }
    return lines[2].allSatisfy(\.isWhitespace) || lines.contains { $0.hasPrefix("==========") }
  }

  private static var empty: ImportError {
    ImportError(
      "import.empty",
      "The file has no clippings.",
      hint: "Choose My Clippings.txt from the folder documents on the Kindle."
    )
  }
}

/// A parser that joins lines into records, each of which ends with ten equals signs.
private struct ClippingReader {
  private(set) var clippings: [Clipping] = []
  private(set) var issues: [RowIssue] = []

  /// The number of records so far, including invalid ones.
  private(set) var count = 0

  private var lines: [String] = []
  private var number = 0

  mutating func add(_ line: String) {
    number += 1
    if line.hasPrefix("==========") { return close() }
    // Kindles write a byte order mark before each first line.
    let isMarked = line.unicodeScalars.first == "\u{FEFF}"
    let bare = isMarked ? String(line.unicodeScalars.dropFirst()) : line
    if !lines.isEmpty || !trimmed(bare).isEmpty { lines.append(bare) }
  }

  /// Ends the last record if its separator is missing.
  mutating func finish() { close() }

  private mutating func close() {
    defer { lines = [] }
    guard let heading = lines.first.map(trimmed) else { return }
    count += 1
    let line = number - lines.count
    guard lines.count > 1, ClippingMetadata.begins(lines[1]), !heading.isEmpty else {
      let message = "The clipping was skipped: it has no marked text."
      return note(line, "kindle.clipping", message)
    }
    do throws(CairnError) { try Work.requireTitle(ClippedBook(heading).title) } catch {
      return note(line, "import.title", "The clipping was skipped: \(error.message)")
    }
    let words = trimmed(lines.dropFirst(2).joined(separator: "\n"))
    let isMissing = words.hasPrefix("<") && words.hasSuffix(">") && !words.contains("\n")
    if isMissing { note(line, "kindle.clipping_limit", "The text is missing: \(words.prefix(80))") }
    let metadata = ClippingMetadata(trimmed(lines[1]))
    let text = words.isEmpty || isMissing ? nil : words
    clippings.append(Clipping(line: line, heading: heading, metadata: metadata, text: text))
  }

  private mutating func note(_ line: Int, _ code: String, _ message: String) {
    issues.append(RowIssue(line: line, code, message))
  }
}
