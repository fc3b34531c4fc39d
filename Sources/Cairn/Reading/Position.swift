/// A position in a book: a page, a percentage or a location, with its total.
///
/// The total is the one at the time of recording, so a later change of the page count does not
/// rewrite history (spec/peers.md 3.9): the fraction stays, the page is converted.
public struct Position: Sendable, Hashable {
  /// A unit of positions.
  public struct Unit: Sendable, Hashable {
    /// The stored name.
    public let name: String

    private init(_ name: String) {
      self.name = name
    }

    /// Printed pages.
    public static let page = Unit("page")
    /// Hundredths of a percent, always out of 10,000.
    public static let percent = Unit("percent")
    /// Locations of an e-reader.
    public static let location = Unit("location")

    package static let all = [page, percent, location]
  }

  /// The unit.
  public let unit: Unit
  /// The page, location, or hundredths of a percent; never negative.
  public let value: Int64
  /// The total in the same unit; nil if the page count is unknown.
  public let total: Int64?

  private init(unit: Unit, value: Int64, total: Int64?) {
    self.unit = unit
    self.value = value
    self.total = total
  }

  /// Returns the position of a page, with the total if it is known.
  ///
  /// Throws `reading.invalid_position` for a negative page, a total outside 1 to 10,000,000 or a page
  /// beyond the total.
  public static func page(_ page: Int64, of total: Int64?) throws(CairnError) -> Position {
    try make(.page, page, total)
  }

  /// The end of a book with an unknown page count.
  static let whole = Position(unit: .percent, value: 10_000, total: 10_000)

  /// Returns a position in hundredths of a percent; throws `reading.invalid_position` outside 0–10,000.
  public static func percent(hundredths: Int64) throws(CairnError) -> Position {
    guard (0...10_000).contains(hundredths) else {
      let sign = hundredths < 0 ? "-" : ""
      let size = hundredths.magnitude
      throw CairnError(
        "reading.invalid_position",
        "\(sign)\(size / 100).\(padded(Int64(size % 100), 2)) % is not between 0 and 100 %.",
        hint: "Check the number."
      )
    }
    return try make(.percent, hundredths, 10_000)
  }

  /// Returns the position of a location; throws `reading.invalid_position` like ``page(_:of:)``.
  public static func location(_ value: Int64, of total: Int64?) throws(CairnError) -> Position {
    try make(.location, value, total)
  }

  private static func make(
    _ unit: Unit,
    _ value: Int64,
    _ total: Int64?
  ) throws(CairnError) -> Position {
    let limit: Int64 = 10_000_000
    guard (0...limit).contains(value), total.map({ (max(1, value)...limit).contains($0) }) ?? true
    else {
      throw CairnError(
        "reading.invalid_position",
        "The \(unit.name) \(value) is not between 0 and \(total.map(String.init) ?? "10000000").",
        hint: "Check the number, or correct the page count of the book."
      )
    }
    return Position(unit: unit, value: value, total: total)
  }

  /// The stored form: `page:120/300`, `page:120`, `percent:4250`, `location:1234/5600`.
  public var text: String {
    let rest = unit == .percent ? "" : total.map { "/\($0)" } ?? ""
    return "\(unit.name):\(value)\(rest)"
  }

  /// Parses the stored form; throws `record.malformed`.
  public init(text: String) throws(CairnError) {
    var text = text
    guard let position = text.withUTF8({ Self.stored($0) }) else {
      throw Fields.malformed("position", "a position")
    }
    self = position
  }

  private static func stored(_ bytes: UnsafeBufferPointer<UInt8>) -> Position? {
    var reader = ByteReader(bytes)
    guard let unit = Unit.all.first(where: { reader.take($0.name) }), reader.take(":"),
      let value = reader.number()
    else { return nil }
    var total: Int64? = unit == .percent ? 10_000 : nil
    if unit != .percent, reader.take("/") {
      guard let given = reader.number() else { return nil }
      total = given
    }
    return reader.isAtEnd ? try? make(unit, value, total) : nil
  }

  /// Whether this is the end of the book.
  public var isAtEnd: Bool { total == value }

  /// Returns the page in an edition of `pages` pages, rounded down; nil if it cannot be determined.
  ///
  /// A page without a total is returned unchanged. A page count below one counts as unknown (D53).
  public func page(in pages: Int64?) -> Int64? {
    let pages = Self.known(pages)
    if unit == .page, total == nil || pages == nil || total == pages { return value }
    guard let pages, let total else { return nil }
    return proportion(pages, value, total)
  }

  /// Returns hundredths of a percent, rounded down, of its own total or else of `pages`.
  public func hundredths(in pages: Int64?) -> Int64? {
    guard let whole = total ?? (unit == .page ? Self.known(pages) : nil), whole >= value
    else { return nil }
    return proportion(10_000, value, whole)
  }

  private static func known(_ pages: Int64?) -> Int64? {
    pages.flatMap { $0 > 0 ? $0 : nil }
  }
}
