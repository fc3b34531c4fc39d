/// What every interface needs to know about a kind of session: its names and units, and the fields of its details.
public struct KindModule: Sendable {
  /// The stored name, which is also that of its table: `running`.
  public let name: StaticString
  /// The kind; its name is stored and synced, so it must never change.
  public let kind: SessionKind
  /// The word of commands: `run`.
  public let verb: String
  /// The verb in the past tense: `ran`.
  public let past: String
  /// The minimum length of a session that counts.
  public let minimum: Milliseconds
  /// The fields of its details; nil if it has details, acts and pages of its own.
  public let fields: [InputField]?

  /// Describes a kind.
  public init(
    _ name: StaticString,
    verb: String,
    past: String,
    minimum: Milliseconds = .minutes(1),
    fields: [InputField]?
  ) {
    precondition((fields ?? []).allSatisfy { $0.isDetail }, "a detail is a number or a choice")
    (self.name, kind) = (name, SessionKind(name.description))
    (self.verb, self.past) = (verb, past)
    (self.minimum, self.fields) = (minimum, fields)
  }

  /// Reading, with acts and pages of its own.
  public static let reading = KindModule("reading", verb: "read", past: "read", fields: nil)
  /// Listening, with acts and pages of its own.
  public static let listening = KindModule(
    "listening",
    verb: "listen",
    past: "listened",
    fields: nil
  )
  /// Climbing, with acts and pages of its own.
  public static let climbing = KindModule("climbing", verb: "climb", past: "climbed", fields: nil)

  /// The kind as a heading: `Running`.
  public var title: String { kind.name.capitalizedFirst }

  /// The field that is summed over days: the first that is an amount.
  public var amountField: InputField? { fields?.first { $0.isAmount } }

  /// Returns the amount and the pace of a session: `5.2 km` and `5:46 min/km`, as far as known.
  public func figures(_ amount: Int64?, in time: Milliseconds) -> [String] {
    guard let field = amountField, let amount else { return [] }
    return [field.text(.integer(amount))] + [field.pace(amount, in: time)].compactMap { $0 }
  }

  /// Returns the valid values of the fields; a value that no version writes is unknown.
  package func values(in stored: Fields) -> Fields {
    var values = Fields()
    for field in fields ?? [] where field.accepts(stored[field.key]) {
      values[field.key] = stored[field.key]
    }
    return values
  }
}

extension [KindModule] {
  /// Returns the module of a kind; nil if this program does not know it.
  public subscript(_ kind: SessionKind) -> KindModule? { first { $0.kind == kind } }

  /// The activity kinds.
  public var fielded: [KindModule] { filter { $0.fields != nil } }

  /// The fields of all kinds.
  public var fields: [InputField] { flatMap { $0.fields ?? [] } }
}
