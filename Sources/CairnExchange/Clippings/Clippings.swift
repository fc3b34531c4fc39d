public import Cairn

/// One record of `My Clippings.txt`: a place that was marked on a Kindle.
public struct Clipping: Sendable, Equatable {
  /// The physical line on which it begins, from 1.
  public let line: Int
  /// The first line, which names the book.
  let heading: String
  /// The second line, which tells how, where and when.
  let mark: ClippingMark
  /// The words, or nil.
  public let text: String?

  /// The title of the book.
  public var title: String { ClippedBook(heading).title }
  /// Who wrote it, as far as the file tells.
  public var authors: [String] { ClippedBook(heading).authors }
  /// How it was marked.
  public var form: Annotation.Form { mark.form ?? .highlight }
  /// The printed page, or nil.
  public var page: Int64? { mark.page }
  /// The location where it begins, or nil.
  public var location: Int64? { mark.location }
  /// When it was marked by the clock of the Kindle, which knows no zone; nil when that is not
  /// understood.
  public var made: WallTime? { mark.made }
}

/// The file `My Clippings.txt` of a Kindle: highlights, notes and bookmarks, in the language the
/// device was set to.
public struct Clippings: Sendable, Equatable {
  /// The records that can be read, in the order of the file.
  public let clippings: [Clipping]
  /// What was wrong with records.
  public let issues: [RowIssue]

  /// Reads a file.
  ///
  /// Throws what `ImportedText` throws, `import.too_large`, `csv.too_many_rows`, `import.empty`, and
  /// `import.columns` when nothing in it is a record.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .standard,
    limit: Int = 100_000
  ) throws(ImportError) -> Clippings {
    guard file.count <= limits.fileBytes else { throw CSVReader.tooLarge(file.count, limits) }
    var reader = ClippingReader()
    let text = try ImportedText(file)
    var rest = text.bytes[...]
    while true {
      let line = rest.prefix { $0 != 0x0A }
      reader.take(String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self))
      guard reader.count <= limit else { throw CSVReader.tooMany("clippings", limit) }
      guard line.endIndex < rest.endIndex else { break }
      rest = rest[(line.endIndex + 1)...]
    }
    reader.finish()
    guard !reader.clippings.isEmpty || !reader.issues.isEmpty else { throw empty }
    return Clippings(clippings: reader.clippings, issues: text.allIssues + reader.issues)
  }

  /// Whether a file begins like one: the second line has a dash, and the third is blank or a line of
  /// equals signs follows.
  static func recognizes(_ file: [UInt8]) -> Bool {
    let beginning = Array(file.prefix(8_192))
    // The last character may be cut in two.
    let text = String(decoding: (try? ImportedText(beginning).bytes) ?? beginning, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .drop { $0.allSatisfy(\.isWhitespace) }.map(String.init)
    guard lines.count > 2, ClippingMark.begins(lines[1]) else { return false }
    return lines[2].allSatisfy(\.isWhitespace) || lines.contains { $0.hasPrefix("==========") }
  }

  private static var empty: ImportError {
    ImportError(
      "import.empty",
      "The file holds no clipping.",
      hint: "Choose My Clippings.txt from the folder documents of the Kindle."
    )
  }
}

/// Puts lines together to records, each of which ends with a line of ten equals signs.
private struct ClippingReader {
  private(set) var clippings: [Clipping] = []
  private(set) var issues: [RowIssue] = []

  /// Records met so far, broken ones included.
  private(set) var count = 0

  private var lines: [String] = []
  private var number = 0

  mutating func take(_ line: String) {
    number += 1
    if line.hasPrefix("==========") { return close() }
    // Kindles write a byte order mark before each heading.
    let isMarked = line.unicodeScalars.first == "\u{FEFF}"
    let bare = isMarked ? String(line.unicodeScalars.dropFirst()) : line
    if !lines.isEmpty || !trimmed(bare).isEmpty { lines.append(bare) }
  }

  /// Takes the last record when its end is missing.
  mutating func finish() { close() }

  private mutating func close() {
    defer { lines = [] }
    guard let heading = lines.first.map(trimmed) else { return }
    count += 1
    let line = number - lines.count
    guard lines.count > 1, ClippingMark.begins(lines[1]), !heading.isEmpty else {
      let message = "The record is left out: it does not tell what was marked."
      return note(line, "kindle.clipping", message)
    }
    do throws(CairnError) { try Work.requireTitle(ClippedBook(heading).title) } catch {
      return note(line, "import.title", "The record is left out: \(error.message)")
    }
    let words = trimmed(lines.dropFirst(2).joined(separator: "\n"))
    let isMissing = words.hasPrefix("<") && words.hasSuffix(">") && !words.contains("\n")
    if isMissing { note(line, "kindle.limit", "The words are missing: \(words.prefix(80))") }
    let mark = ClippingMark(trimmed(lines[1]))
    let text = words.isEmpty || isMissing ? nil : words
    clippings.append(Clipping(line: line, heading: heading, mark: mark, text: text))
  }

  private mutating func note(_ line: Int, _ code: String, _ message: String) {
    issues.append(RowIssue(line: line, code, message))
  }
}
