/// How much of a CSV file is read before it is refused.
public struct CSVLimits: Sendable, Equatable {
  /// Bytes of the whole file.
  public var fileBytes = 64 << 20
  /// Bytes of one field; a longer one is an issue of its row.
  public var fieldBytes = 1 << 20
  /// Columns of the header.
  public var columns = 512
  /// Rows below the header, broken ones included; objects of a list in JSON.
  public var rows = 100_000

  /// The limits for files from people: 64 MiB, 1 MiB a field, 512 columns, 100,000 rows.
  public static let standard = CSVLimits()

  /// Makes the standard limits, ready to be changed.
  public init() {}
}
