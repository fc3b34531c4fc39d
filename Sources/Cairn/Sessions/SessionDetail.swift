/// The activity of a session: reading, listening or climbing.
public struct SessionKind: Sendable, Hashable {
  /// The stored name, for example `reading`.
  public let name: String

  /// Creates a kind; the name is stored and synced, so it must never change.
  public init(_ name: String) {
    self.name = name
  }
}

/// The data that one kind of session stores in addition to its time, and the rules for it.
///
/// A new kind needs a type with this conformance and a table in the store; the lifecycle stays the
/// same.
public protocol SessionDetail: Sendable, Equatable {
  /// The kind this detail belongs to.
  static var kind: SessionKind { get }
  /// The minimum length of a session that counts.
  static var minimum: Milliseconds { get }
  /// Reads the detail from a session's fields; throws `record.malformed`.
  init(fields: Fields) throws(CairnError)
  /// Sets every field that this detail knows.
  func write(to fields: inout Fields)
  /// The amount done in the unit of the kind (pages, climbs); nil if unknown.
  ///
  /// Never negative. It is spread over the days of the session in proportion to time.
  var amount: Int64? { get }
  /// The record that the session is about and that has its own totals: an entry, a story; or nil.
  var subject: RecordID? { get }
  /// The part of the subject, for separate totals.
  var part: ReadingPart { get }
  /// The discipline of climbing; nil if it is mixed or unknown, and for any other kind.
  var discipline: Discipline? { get }
  /// Splits the detail in proportion to active time and returns the later part.
  ///
  /// `done` of `whole` milliseconds stay in this part.
  mutating func split(done: Milliseconds, of whole: Milliseconds) -> Self
  /// Merges the detail of a later session; throws if the two cannot be combined.
  mutating func merge(_ later: Self) throws(CairnError)
  /// Replaces the values that apps reported with those of `own`; all other values stay.
  ///
  /// A merged session keeps the ID of one of the two. Apps may repeat a report for that ID, so its
  /// reported values must stay known.
  mutating func copyReports(from own: Self)
}

extension SessionDetail {
  /// One minute.
  public static var minimum: Milliseconds { .minutes(1) }

  /// No subject.
  public var subject: RecordID? { nil }

  /// The whole subject.
  public var part: ReadingPart { ReadingPart() }

  /// None.
  public var discipline: Discipline? { nil }

  /// Does nothing, because most kinds have no reports.
  public mutating func copyReports(from own: Self) {}
}

/// The part of a subject that a session is about.
public struct ReadingPart: Sendable, Hashable {
  /// The read-through of a book; or nil.
  public var readThrough: RecordID?
  /// The edition; or nil.
  public var edition: RecordID?
  /// The page count at that time; nil if unknown.
  public var pageCount: Int64?

  /// Creates a part; without arguments it is the whole subject.
  public init(readThrough: RecordID? = nil, edition: RecordID? = nil, pageCount: Int64? = nil) {
    (self.readThrough, self.edition, self.pageCount) = (readThrough, edition, pageCount)
  }
}

/// The empty detail of a session that was read without one, for rules common to all kinds.
public struct NoDetail: SessionDetail {
  /// A placeholder; sessions without detail are only read, never created.
  public static let kind = SessionKind("any")

  /// Creates the empty detail.
  public init() {}

  /// Reads nothing.
  public init(fields: Fields) {}

  /// Writes nothing, so the stored detail is kept.
  public func write(to fields: inout Fields) {}

  /// Always nil: unknown.
  public var amount: Int64? { nil }

  /// Returns the empty detail.
  public mutating func split(done: Milliseconds, of whole: Milliseconds) -> NoDetail { self }

  /// Does nothing.
  public mutating func merge(_ later: NoDetail) {}
}
