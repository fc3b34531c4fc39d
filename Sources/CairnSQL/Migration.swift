/// One step of a schema; it never changes once released.
public struct Migration: Sendable {
  /// The position in the order, from 1, without gaps.
  public let number: Int
  /// The purpose, such as `add attempt grade`.
  public let name: String
  private let sqlite: @Sendable () -> SQL?
  private let postgresql: @Sendable () -> SQL?
  private let checksum: String?
  /// Work that SQL alone cannot do; it runs after the SQL, in the same transaction.
  let then: (@Sendable (any SQLConnection) throws -> Void)?

  /// Creates a step with its SQL for each engine that has it; `then` is not part of the checksum.
  ///
  /// `checksum` is the ``digest(for:)`` of generated SQL, so that it is generated only when the step runs; nil to compute
  /// it.
  public init(
    _ number: Int,
    _ name: String,
    sqlite: @autoclosure @escaping @Sendable () -> SQL? = nil,
    postgresql: @autoclosure @escaping @Sendable () -> SQL? = nil,
    checksum: String? = nil,
    then: (@Sendable (any SQLConnection) throws -> Void)? = nil
  ) {
    (self.number, self.name, self.checksum, self.then) = (number, name, checksum, then)
    (self.sqlite, self.postgresql) = (sqlite, postgresql)
  }

  /// Returns the SQL for an engine.
  ///
  /// Throws `statement` for an engine without SQL in this step.
  public func ddl(for dialect: SQLDialect) throws(StorageError) -> SQL {
    guard let text = dialect.name == "sqlite" ? sqlite() : postgresql() else {
      throw StorageError(.statement, "Migration \(number) \(name) has no SQL for \(dialect.name).")
    }
    return text
  }

  /// Returns the declared checksum, or the digest of the step's SQL for an engine.
  public func checksum(for dialect: SQLDialect) throws(StorageError) -> String {
    if let checksum { return checksum }
    return try digest(for: dialect)
  }

  /// Returns the FNV-1a hash of the step's SQL for an engine, as 16 hexadecimal digits.
  public func digest(for dialect: SQLDialect) throws(StorageError) -> String {
    var text = try ddl(for: dialect).text(for: dialect)
    let hash = text.withUTF8 { bytes in
      bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
