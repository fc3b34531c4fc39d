public import Cairn
import CairnSQL

/// A filter for sessions.
public struct SessionFilter: Sendable {
  /// Only this kind; nil for all.
  public var kind: SessionKind?
  /// Only sessions that started on these days; nil for all.
  public var days: ClosedRange<LocalDay>?
  /// Only ended sessions with any time on these days; nil for all.
  public var activeOn: ClosedRange<LocalDay>?
  /// Only sessions of this entry; nil for all.
  public var entry: Identifier<Entry>?
  /// Only sessions of this story; nil for all.
  public var story: Identifier<Story>?
  /// Only sessions at this place, ignoring case and accents; nil for all.
  public var place: String?
  /// Only sessions with this tag, ignoring case and accents; nil for all.
  public var tag: String?
  /// Only listening sessions that finished the story, or only those that did not; nil for all.
  public var isCompleted: Bool?
  /// Only sessions of books with this status; nil for all.
  public var status: ReadingStatus?
  /// Only sessions of open read-throughs.
  public var ofOpenReadThroughs = false
  /// Only ended sessions with this trait; nil for all.
  public var trait: SessionTrait?
  /// Only sessions that started before this one; nil starts at the newest.
  public var before: (startedAt: Instant, id: SessionID)?
  /// The maximum number of sessions; none if below 1.
  public var limit: Int
  /// Whether so few sessions match that filtering them all is faster than scanning in order.
  package var isSparse = false

  /// Whether it selects some sessions of a kind, of which no sums are stored.
  package var isPartial: Bool { entry != nil || story != nil || place != nil || tag != nil }

  /// Creates a filter for the newest sessions of all kinds.
  public init(limit: Int = 50) {
    self.limit = limit
  }
}

/// A condition on ended sessions, by which a statistic includes or excludes them.
public struct SessionTrait: Sendable {
  let condition: SQL

  private init(_ condition: SQL) {
    self.condition = "(session.ended_at IS NOT NULL) AND \(fragment: condition)"
  }

  /// The session has ended.
  public static let ended = SessionTrait("1 = 1")
  /// A reading session with a known page count.
  public static let pages = SessionTrait(
    "(session.kind = \(Reading.kind.name) AND session.amount IS NOT NULL)"
  )
  /// A reading session without a known page count.
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
  /// A reading session with time, and with pages or, in a book without a page count, two percentages.
  static let progress = SessionTrait("\(fragment: hasProgress) = 1")
  /// A reading session without them.
  static let noProgress = SessionTrait("\(fragment: hasProgress) = 0")

  private static let hasProgress: SQL = """
    CASE WHEN session.kind <> \(Reading.kind.name) THEN 2
      WHEN session.amount > 0 AND session.active > 0 THEN 1
      WHEN session.amount IS NULL AND session.active > 0
        AND reading.start_position LIKE 'percent:%' AND reading.end_position LIKE 'percent:%'
        AND NOT EXISTS (
          SELECT 1 FROM entry AS own JOIN edition ON edition.id = own.edition
          WHERE own.id = reading.entry AND edition.pages IS NOT NULL)
      THEN CASE WHEN CAST(substr(reading.end_position, 9) AS INTEGER)
        > CAST(substr(reading.start_position, 9) AS INTEGER) THEN 1 ELSE 0 END
      ELSE 0 END
    """
  /// The session has a mood before and after.
  public static let moods = SessionTrait(
    "(session.mood_before IS NOT NULL AND session.mood_after IS NOT NULL)"
  )
  /// The session has only one mood.
  public static let oneMood = SessionTrait(
    "(session.mood_before IS NULL) <> (session.mood_after IS NULL)"
  )
  /// The session has no mood.
  public static let noMood = SessionTrait(
    "(session.mood_before IS NULL AND session.mood_after IS NULL)"
  )
  /// The session was paused: it has several segments, or a pause reason at its end.
  public static let pauses = SessionTrait(
    """
    (session.segments LIKE '%,%'
      OR session.interruptions LIKE '%' || CAST(session.ended_at AS TEXT) || ' %')
    """
  )
  /// The session has a place.
  public static let place = SessionTrait("(session.place IS NOT NULL)")
  /// The session has no place.
  public static let noPlace = SessionTrait("(session.place IS NULL)")
}
