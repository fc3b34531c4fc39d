/// A statement with its values, built only from literals and bindings.
///
/// A `String` cannot become part of the text: `"… WHERE id = \(id)"` makes `$1` and a binding, which rules out
/// injection. `"\(key: "kind, id")"` is a conflict target or a list of key columns, to which an engine may add its
/// own leading column; `"\(fragment: other)"` splices another `SQL`. Building one costs two array allocations;
/// the text is made only if the statement cache does not have it.
public struct SQL: ExpressibleByStringInterpolation, Equatable, Sendable {
  /// The literals of the statement without its values, which are the key of the statement cache.
  package var statementKey = StatementKey()
  /// The values of `$1`, `$2`, … in order.
  public fileprivate(set) var bindings: [SQLValue] = []

  /// Creates a statement without values.
  public init(stringLiteral text: StaticString) {
    statementKey.append(Fragment(.literal, text))
  }

  /// Creates a statement from literals and values.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.sql
  }

  fileprivate init() {}

  /// Returns the text for an engine, with `$1 … $n` in the order of `bindings`.
  public func text(for dialect: SQLDialect) -> String {
    statementKey.text(for: dialect)
  }

  /// The builder of an interpolated statement.
  public struct StringInterpolation: StringInterpolationProtocol {
    /// The literal type; it excludes `String`.
    public typealias StringLiteralType = StaticString

    fileprivate var sql = SQL()

    /// Reserves capacity for the fragments.
    public init(literalCapacity: Int, interpolationCount: Int) {
      sql.statementKey.fragments.reserveCapacity(2 * interpolationCount + 1)
      sql.bindings.reserveCapacity(interpolationCount)
    }

    /// Appends literal text.
    public mutating func appendLiteral(_ literal: StaticString) {
      sql.statementKey.append(Fragment(.literal, literal))
    }

    /// Appends a value as the next `$n`.
    @inlinable
    public mutating func appendInterpolation(_ value: some SQLBindable) {
      append(value.sqlValue)
    }

    /// Appends a value, or null, as the next `$n`.
    @inlinable
    public mutating func appendInterpolation(_ value: (some SQLBindable)?) {
      append(value?.sqlValue ?? .null)
    }

    @usableFromInline
    mutating func append(_ value: SQLValue) {
      sql.statementKey.append(Fragment(.binding, ""))
      sql.bindings.append(value)
    }

    /// Appends key columns, after the engine's leading column if it has one.
    public mutating func appendInterpolation(key columns: StaticString) {
      sql.statementKey.append(Fragment(.key, columns))
    }

    /// Appends a name, or another literal of the program.
    public mutating func appendInterpolation(name: StaticString) { appendLiteral(name) }

    /// Appends another statement with its values.
    public mutating func appendInterpolation(fragment: SQL) {
      fragment.statementKey.fragments.forEach { sql.statementKey.append($0) }
      sql.bindings += fragment.bindings
    }
  }
}

extension [SQL] {
  /// Returns the statements or parts as one, with a separator in between.
  package func joined(_ separator: StaticString) -> SQL {
    var joined = SQL()
    for (index, part) in enumerated() {
      if index > 0 { joined.statementKey.append(SQL.Fragment(.literal, separator)) }
      part.statementKey.fragments.forEach { joined.statementKey.append($0) }
      joined.bindings += part.bindings
    }
    return joined
  }
}

extension SQL {
  /// A literal of the program, compared by address instead of content.
  package struct Fragment: Equatable, Sendable {
    enum Kind: UInt8 { case literal, binding, key }

    let kind: Kind
    let text: StaticString

    init(_ kind: Kind, _ text: StaticString) {
      self.kind = kind
      self.text = text
    }

    /// Returns whether both are the same bytes at the same address.
    package static func == (left: Fragment, right: Fragment) -> Bool {
      left.kind == right.kind && left.text.utf8Start == right.text.utf8Start
        && left.text.utf8CodeUnitCount == right.text.utf8CodeUnitCount
    }
  }

  /// The fragments of a statement with their hash, which is computed while building.
  package struct StatementKey: Hashable, Sendable {
    fileprivate(set) var fragments: [Fragment] = []
    private var fingerprint: UInt = 0

    fileprivate mutating func append(_ fragment: Fragment) {
      fragments.append(fragment)
      let address = UInt(bitPattern: fragment.text.utf8Start) ^ UInt(fragment.kind.rawValue)
      fingerprint = (fingerprint ^ address) &* 0x9E37_79B9_7F4A_7C15
      fingerprint ^= fingerprint >> 32
    }

    /// Hashes only the precomputed fingerprint, so that a lookup does not iterate over the fragments twice.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(fingerprint)
    }

    func text(for dialect: SQLDialect) -> String {
      var text = ""
      var number = 0
      for fragment in fragments {
        switch fragment.kind {
        case .literal: text += fragment.text.description
        case .key: text += dialect.keyPrefix.description + fragment.text.description
        case .binding:
          number += 1
          text += "$\(number)"
        }
      }
      return text
    }
  }
}
