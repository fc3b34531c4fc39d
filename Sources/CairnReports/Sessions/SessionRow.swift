public import Cairn
public import CairnActions

/// A session for lists.
public struct SessionRow: SessionSummary, Sendable, Equatable {
  /// The id of the session.
  public let id: SessionID
  /// The kind.
  public let kind: SessionKind
  /// Its segments.
  public let timeline: Timeline
  /// The active time; for an open session, that of its closed segments.
  public let active: Milliseconds
  /// The amount in the unit of the kind; nil if unknown.
  public let amount: Int64?
  /// The time zone in which it started.
  public let zone: String
  /// The time zone in which it ended, if different.
  public let endZone: String?
  /// The day it is listed under: the day it started.
  public let day: LocalDay
  /// The note, or nil.
  public let note: String?
  /// The import it came from, or nil.
  public let source: String?
  /// Mood, place, tags and interruptions.
  public let sessionContext: SessionContext
  /// The book, deleted or not; nil for other kinds.
  public let entry: Identifier<Entry>?
  /// The title of the book or story, deleted or not.
  ///
  /// For climbing: the discipline and place, as far as known.
  public let title: String?
  /// The position at the start, or nil.
  public let startPosition: Position?
  /// The position at the end, or nil.
  public let endPosition: Position?
  /// The totals of a climbing session; nil for other kinds.
  public let climbing: ClimbingSums?
  /// The details of a listening session; nil for other kinds.
  public let listening: ListeningSubject?

  /// Creates the row from its columns.
  package init(
    id: SessionID,
    kind: SessionKind,
    timeline: Timeline,
    active: Milliseconds,
    amount: Int64?,
    zone: String,
    endZone: String?,
    day: LocalDay,
    note: String?,
    source: String?,
    sessionContext: SessionContext,
    entry: Identifier<Entry>?,
    title: String?,
    startPosition: Position?,
    endPosition: Position?,
    climbing: ClimbingSums?,
    listening: ListeningSubject?
  ) {
    (self.id, self.kind, self.timeline) = (id, kind, timeline)
    (self.active, self.amount, self.zone) = (active, amount, zone)
    (self.endZone, self.day, self.note) = (endZone, day, note)
    (self.source, self.sessionContext, self.entry) = (source, sessionContext, entry)
    (self.title, self.startPosition, self.endPosition) = (title, startPosition, endPosition)
    (self.climbing, self.listening) = (climbing, listening)
  }

  /// The amount of a reading session; nil if unknown, and for other kinds.
  public var pages: Int64? { kind == Reading.kind ? amount : nil }
  /// When it started.
  public var startedAt: Instant { timeline.start }
  /// When it ended; nil while it is open.
  public var endedAt: Instant? { timeline.end }
  /// The short id that a person can type: six characters.
  public var shortID: ShortID { ShortID(id.record) }
  /// The pauses with their reasons, in order.
  public var pauses: [Pause] { timeline.pauses(sessionContext.interruptions) }
}
