/// What a person does in a session: reading, listening, climbing.
public struct SessionKind: Sendable, Hashable {
  /// The stored name, for instance `reading`.
  public let name: String

  /// Names a kind; the name is stored and sent to other devices, so it never changes.
  public init(_ name: String) {
    self.name = name
  }
}

/// What one kind of session records beside its time, and the rules for it.
///
/// A new kind is a type with this conformance and a table for it in the store; nothing in the
/// lifecycle changes.
public protocol SessionDetail: Sendable, Equatable {
  /// The kind this detail belongs to.
  static var kind: SessionKind { get }
  /// The shortest session that counts.
  static var minimum: Milliseconds { get }
  /// Reads the detail from a session's fields; throws `record.malformed`.
  init(fields: Fields) throws(CairnError)
  /// Sets every field this detail knows.
  func write(to fields: inout Fields)
  /// How much was done, in the unit of the kind (pages, climbs); nil when it is not known.
  ///
  /// Never negative. It is spread over the days of the session by their minutes.
  var amount: Int64? { get }
  /// What the session is about, so that totals can be kept of it: the entry, the story; or nil.
  var subject: RecordID? { get }
  /// Which part of its subject it was about, so that totals can be kept apart.
  var part: SubjectPart { get }
  /// Cuts the detail at a share of the active time and gives the later part.
  ///
  /// `share` is the part that stays, as `done` of `whole` milliseconds.
  mutating func split(done: Milliseconds, of whole: Milliseconds) -> Self
  /// Takes in the detail of a later session; throws when the two cannot be one.
  mutating func merge(_ later: Self) throws(CairnError)
  /// Takes what others told of the session from the detail it had; the rest stays.
  ///
  /// Two sessions that are joined keep the id of one, and what is told of that id must be known
  /// when it is told again.
  mutating func takeTold(from own: Self)
}

extension SessionDetail {
  /// One minute.
  public static var minimum: Milliseconds { .minutes(1) }

  /// Nothing in particular.
  public var subject: RecordID? { nil }

  /// All of it.
  public var part: SubjectPart { SubjectPart() }

  /// Nothing is told of most kinds.
  public mutating func takeTold(from own: Self) {}
}

/// The part of a subject that a session was about.
public struct SubjectPart: Sendable, Hashable {
  /// The one time of several: the reading of a book; or nil.
  public var run: RecordID?
  /// The shape it had: the edition; or nil.
  public var form: RecordID?
  /// What its amount is out of: the page count then; nil when unknown.
  public var whole: Int64?

  /// Names a part; all of the subject when nothing is said.
  public init(run: RecordID? = nil, form: RecordID? = nil, whole: Int64? = nil) {
    (self.run, self.form, self.whole) = (run, form, whole)
  }
}

/// A session read without its detail, for rules that are the same for all kinds.
public struct NoDetail: SessionDetail {
  /// No kind in particular; sessions without detail are never made, only read.
  public static let kind = SessionKind("any")

  /// Makes the empty detail.
  public init() {}

  /// Reads nothing.
  public init(fields: Fields) {}

  /// Writes nothing, so the detail that is stored stays.
  public func write(to fields: inout Fields) {}

  /// Not known.
  public var amount: Int64? { nil }

  /// Nothing to cut.
  public mutating func split(done: Milliseconds, of whole: Milliseconds) -> NoDetail { self }

  /// Nothing to join.
  public mutating func merge(_ later: NoDetail) {}
}
