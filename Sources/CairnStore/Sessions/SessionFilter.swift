public import Cairn
import CairnSQL

/// Which sessions to list.
public struct SessionFilter: Sendable {
  /// Only this kind; nil for all.
  public var kind: SessionKind?
  /// Only sessions that started on these days; nil for all.
  public var days: ClosedRange<LocalDay>?
  /// Only sessions that ended and have any time on these days; nil for all.
  public var touching: ClosedRange<LocalDay>?
  /// Only sessions of this entry; nil for all.
  public var entry: Identifier<Entry>?
  /// Only sessions of this story; nil for all.
  public var story: Identifier<Story>?
  /// Only listening in which the story was heard to its end, or only other listening; nil for all.
  public var isCompleted: Bool?
  /// Only sessions of books with this status; nil for all.
  public var status: ReadingStatus?
  /// Only sessions of readings that are open.
  public var ofOpenReadings = false
  /// Only sessions that ended and have this; nil for all.
  public var trait: SessionTrait?
  /// Only sessions that started before this one; nil from the newest on.
  public var before: (startedAt: Instant, id: SessionID)?
  /// At most so many; below one there are none.
  public var limit: Int
  /// Whether so few are left that looking at each session beats looking for them in order.
  package var isSparse = false

  /// The newest sessions of all kinds.
  public init(limit: Int = 50) {
    self.limit = limit
  }
}

/// Something a session that ended has or lacks, by which a figure counts it or leaves it out.
public struct SessionTrait: Sendable {
  let condition: SQL

  private init(_ condition: SQL) {
    self.condition = "(session.ended_at IS NOT NULL) AND \(fragment: condition)"
  }

  /// It ended.
  public static let ended = SessionTrait("1 = 1")
  /// A reading session whose pages are known.
  public static let pages = SessionTrait(
    "(session.kind = \(Reading.kind.name) AND session.amount IS NOT NULL)"
  )
  /// A reading session whose pages are not known.
  public static let noPages = SessionTrait(
    "(session.kind = \(Reading.kind.name) AND session.amount IS NULL)"
  )
  /// A reading session with pages and time.
  public static let pace = SessionTrait(
    "(session.kind = \(Reading.kind.name) AND session.amount > 0 AND session.active > 0)"
  )
  /// A reading session without pages or without time.
  public static let noPace = SessionTrait(
    """
    session.kind = \(Reading.kind.name)
      AND (coalesce(session.amount, 0) = 0 OR session.active = 0)
    """
  )
  /// The moods before and after are known.
  public static let moods = SessionTrait(
    "(session.mood_before IS NOT NULL AND session.mood_after IS NOT NULL)"
  )
  /// One of the moods is known.
  public static let oneMood = SessionTrait(
    "(session.mood_before IS NULL) <> (session.mood_after IS NULL)"
  )
  /// No mood is known.
  public static let noMood = SessionTrait(
    "(session.mood_before IS NULL AND session.mood_after IS NULL)"
  )
  /// It was interrupted: it has several stretches, or a reason at its end.
  public static let pauses = SessionTrait(
    """
    (session.segments LIKE '%,%'
      OR session.interruptions LIKE '%' || CAST(session.ended_at AS TEXT) || ' %')
    """
  )
  /// Its place is known.
  public static let place = SessionTrait("(session.place IS NOT NULL)")
  /// Its place is not known.
  public static let noPlace = SessionTrait("(session.place IS NULL)")
}
