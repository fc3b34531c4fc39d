/// The size limits of a CSV file.
public struct CSVLimits: Sendable, Equatable {
  /// The size of the file in bytes.
  public var fileBytes = 64 << 20
  /// The size of a field in bytes; a longer field makes its row an issue.
  public var fieldBytes = 1 << 20
  /// The number of columns.
  public var columns = 512
  /// The number of rows, invalid ones included, or of objects in a JSON list.
  public var rows = 100_000

  /// The default limits: 64 MiB, 1 MiB per field, 512 columns, 100,000 rows.
  public static let standard = CSVLimits()

  /// The limits of a list of books: 75,000 rows, because a book becomes several records (spec/security.md H5).
  public static let books = {
    var limits = CSVLimits()
    limits.rows = 75_000
    return limits
  }()

  /// Creates the default limits.
  public init() {}
}
