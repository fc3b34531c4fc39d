/// A statement with its values, built only from literals and bindings.
///
/// There is no way in from a `String`: `"… WHERE id = \(id)"` makes `$1` and a binding, so a value
/// can never become text. `"\(key: "kind, id")"` is a conflict target or key column list to which
/// an engine adds its own leading column; `"\(fragment: other)"` splices another `SQL`.
/// Building one costs two array allocations; the text is made only when an engine does not know it yet.
public struct SQL: ExpressibleByStringInterpolation, Equatable, Sendable {
  /// The literals of the statement without its values: the key of a statement cache.
  package var shape = StatementKey()
  /// The values of `$1`, `$2`, … in order.
  public fileprivate(set) var bindings: [SQLValue] = []

  /// Makes a statement without values.
  public init(stringLiteral text: StaticString) {
    shape.append(Fragment(.literal, text))
  }

  /// Makes a statement from literals and values.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.sql
  }

  fileprivate init() {}

  /// The text an engine prepares, with `$1 … $n` in the order of `bindings`.
  public func text(for dialect: SQLDialect) -> String {
    shape.text(for: dialect)
  }

  /// Gathers the pieces of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    /// Literals only: a `String` does not fit.
    public typealias StringLiteralType = StaticString

    fileprivate var sql = SQL()

    /// Reserves room for the pieces to come.
    public init(literalCapacity: Int, interpolationCount: Int) {
      sql.shape.pieces.reserveCapacity(2 * interpolationCount + 1)
      sql.bindings.reserveCapacity(interpolationCount)
    }

    /// Appends text.
    public mutating func appendLiteral(_ literal: StaticString) {
      sql.shape.append(Fragment(.literal, literal))
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
      sql.shape.append(Fragment(.binding, ""))
      sql.bindings.append(value)
    }

    /// Appends the columns of a key, after the leading column of the engine if it has one.
    public mutating func appendInterpolation(key columns: StaticString) {
      sql.shape.append(Fragment(.key, columns))
    }

    /// Appends another statement with its values.
    public mutating func appendInterpolation(fragment: SQL) {
      fragment.shape.pieces.forEach { sql.shape.append($0) }
      sql.bindings += fragment.bindings
    }
  }
}

extension SQL {
  /// A literal of the program, known by where it lies rather than by what it says.
  package struct Fragment: Equatable, Sendable {
    enum Kind: UInt8 { case literal, binding, key }

    let kind: Kind
    let text: StaticString

    init(_ kind: Kind, _ text: StaticString) {
      self.kind = kind
      self.text = text
    }

    /// Tells whether both are the same bytes at the same place.
    package static func == (left: Fragment, right: Fragment) -> Bool {
      left.kind == right.kind && left.text.utf8Start == right.text.utf8Start
        && left.text.utf8CodeUnitCount == right.text.utf8CodeUnitCount
    }
  }

  /// The pieces of a statement with their hash, summed while building.
  package struct StatementKey: Hashable, Sendable {
    fileprivate(set) var pieces: [Fragment] = []
    private var fingerprint: UInt = 0

    fileprivate mutating func append(_ piece: Fragment) {
      pieces.append(piece)
      let place = UInt(bitPattern: piece.text.utf8Start) ^ UInt(piece.kind.rawValue)
      fingerprint = (fingerprint ^ place) &* 0x9E37_79B9_7F4A_7C15
      fingerprint ^= fingerprint >> 32
    }

    /// Feeds the sum of the pieces, so that a look-up does not walk them twice.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(fingerprint)
    }

    func text(for dialect: SQLDialect) -> String {
      var text = ""
      var number = 0
      for piece in pieces {
        switch piece.kind {
        case .literal: text += piece.text.description
        case .key: text += dialect.keyPrefix.description + piece.text.description
        case .binding:
          number += 1
          text += "$\(number)"
        }
      }
      return text
    }
  }
}
