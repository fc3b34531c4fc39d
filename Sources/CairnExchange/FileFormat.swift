public import Cairn

/// What a file is, told from its first bytes.
public struct FileFormat: Sendable, Hashable {
  /// A stable name.
  public let name: String

  /// The CSV file of a Goodreads library.
  public static let goodreads = FileFormat(name: "goodreads")
  /// An SQLite database; of those only the statistics of KOReader are understood.
  public static let koreader = FileFormat(name: "koreader")
  /// Our own export, one JSON value a line.
  public static let cairn = FileFormat(name: "cairn")

  /// Recognises a file; throws `import.unknown_format` when it is none of these.
  public init(sniffing file: [UInt8]) throws(ImportError) {
    if file.starts(with: Array("SQLite format 3\0".utf8)) {
      self = .koreader
    } else if file.starts(with: Array("{\"cairn\":".utf8)) {
      self = .cairn
    } else if Self.isGoodreads(file) {
      self = .goodreads
    } else {
      throw Self.unknown
    }
  }

  private init(name: String) {
    self.name = name
  }

  /// Only the beginning is read; where it is cut, no column name of a real export is.
  private static func isGoodreads(_ file: [UInt8]) -> Bool {
    guard let reader = try? CSVReader(Array(file.prefix(8_192))) else { return false }
    return GoodreadsExport.recognizes(reader.header)
  }

  private static let unknown = ImportError(
    "import.unknown_format",
    "This is no file that can be imported.",
    hint:
      "Choose a Goodreads library export (CSV), KOReader's statistics.sqlite3 or a Cairn export."
  )
}
