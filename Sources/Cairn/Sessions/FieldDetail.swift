/// A kind of session whose details are a list of fields; see `docs/add-a-kind.md`.
public protocol FieldedKind: Sendable {
  /// The names and fields of the kind.
  static var module: KindModule { get }
}

/// The details of a session as values of the fields of its kind.
public struct FieldDetail<Kind: FieldedKind>: SessionDetail {
  /// The known values by the names of their fields.
  public private(set) var values: Fields

  /// The kind.
  public static var kind: SessionKind { Kind.module.kind }

  /// The minimum length of a session that counts.
  public static var minimum: Milliseconds { Kind.module.minimum }

  private static var fields: [InputField] { Kind.module.fields ?? [] }

  /// Creates details without values.
  public init() { values = Fields() }

  /// Reads the values; one that no version writes is unknown.
  public init(fields: Fields) { values = Kind.module.values(in: fields) }

  /// Sets every field of the kind.
  public func write(to fields: inout Fields) {
    for field in Self.fields { fields[field.key] = values[field.key] }
  }

  /// The first field that is an amount.
  public var amount: Int64? {
    guard case .integer(let number)? = Kind.module.amountField.map({ values[$0.key] }) else {
      return nil
    }
    return number
  }

  /// Sets values, where null clears; throws `session.wrong_kind` for the field of another kind and
  /// `session.invalid_value`.
  public mutating func set(_ new: Fields) throws(CairnError) {
    for (name, value) in new.members {
      guard let field = Self.fields.first(where: { $0.key == name }) else {
        throw .otherKind(name, Self.kind)
      }
      guard field.accepts(value) else { throw .invalid(field) }
      values[name] = value
    }
  }

  /// Divides the amounts in proportion to active time; the later part has the same other values.
  public mutating func split(done: Milliseconds, of whole: Milliseconds) -> Self {
    var later = self
    for field in Self.fields where field.isAmount {
      guard case .integer(let all) = values[field.key], whole > .zero else { continue }
      let stays = all * done.count / whole.count
      (values[field.key], later.values[field.key]) = (.integer(stays), .integer(all - stays))
    }
    return later
  }

  /// Adds the amounts; other values stay, or are those of the later session if unknown.
  ///
  /// Throws `session.invalid_value` if a sum is too large.
  public mutating func merge(_ later: Self) throws(CairnError) {
    for field in Self.fields {
      var (own, other) = (values[field.key], later.values[field.key])
      if field.isAmount, case (.integer(let one), .integer(let two)) = (own, other) {
        (own, other) = (.integer(one + two), .null)
      }
      guard field.accepts(own) else { throw .invalid(field) }
      values[field.key] = own == .null ? other : own
    }
  }
}

extension CairnError {
  fileprivate static func invalid(_ field: InputField) -> CairnError {
    CairnError(
      "session.invalid_value",
      "\(field.label) takes \(field.rule).",
      hint: "Give another value. Nothing was changed."
    )
  }

  /// The error for a field that the details of a kind do not have.
  package static func otherKind(_ field: String, _ kind: SessionKind) -> CairnError {
    CairnError(
      "session.wrong_kind",
      "“\(field)” is not a detail of a \(kind.name) session.",
      hint: "Choose a session of another kind."
    )
  }
}
