/// One step of a schema on one engine, never changed once it has been released.
public struct Migration: Sendable {
  /// Its place in the order, from 1, without gaps.
  public let number: Int
  /// What it does, for people: `add attempt grade`.
  public let name: String
  private let sqlite: StaticString?
  private let postgresql: StaticString?
  /// What SQL alone cannot do, after it and in its transaction.
  let then: (@Sendable (any SQLConnection) throws -> Void)?

  /// Makes a step from its place, its name, its text for each engine that has it, and what is to be done
  /// `then`, which has no checksum.
  public init(
    _ number: Int,
    _ name: String,
    sqlite: StaticString? = nil,
    postgresql: StaticString? = nil,
    then: (@Sendable (any SQLConnection) throws -> Void)? = nil
  ) {
    self.then = then
    self.number = number
    self.name = name
    (self.sqlite, self.postgresql) = (sqlite, postgresql)
  }

  /// The statements for an engine.
  ///
  /// Throws `statement` for an engine the step has no text for.
  public func ddl(for dialect: SQLDialect) throws(StorageError) -> StaticString {
    guard let text = dialect.name == "sqlite" ? sqlite : postgresql else {
      throw StorageError(.statement, "Migration \(number) \(name) has no text for \(dialect.name).")
    }
    return text
  }

  /// The FNV-1a hash of the step's text for an engine, as 16 hexadecimal digits.
  public func checksum(for dialect: SQLDialect) throws(StorageError) -> String {
    let hash = try ddl(for: dialect).withUTF8Buffer { bytes in
      bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
