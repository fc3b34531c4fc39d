public import Cairn

/// A row of a climbing logbook: a session, or a day's climbs at one place outside sessions.
public struct LogbookRow: Sendable, Equatable {
  /// The day it is listed under.
  public let day: LocalDay
  /// The session; nil for climbs outside sessions.
  public let session: SessionID?
  /// The session's timeline; nil for climbs outside sessions.
  public let timeline: Timeline?
  /// The gym or crag, or nil.
  public let place: String?
  /// Whether it was outdoors; nil if unknown or contradictory.
  public let isOutdoor: Bool?
  /// The time zone in which the session started; nil for climbs outside sessions.
  public let zone: String?
  /// The discipline; nil if mixed or unknown.
  public let discipline: Discipline?
  /// The number of climbs.
  public package(set) var climbs: Int64 = 0
  /// The number of attempts.
  public package(set) var attempts: Int64 = 0
  /// The number of climbs sent.
  public package(set) var sends: Int64 = 0
  /// The hardest send in each scale, ordered by scale; leaves out texts that are not grades.
  public package(set) var hardest: [Grade] = []

  /// Creates the row from its columns.
  package init(
    day: LocalDay,
    session: SessionID?,
    timeline: Timeline?,
    place: String?,
    isOutdoor: Bool?,
    zone: String?,
    discipline: Discipline?
  ) {
    (self.day, self.session, self.timeline) = (day, session, timeline)
    (self.place, self.isOutdoor, self.zone) = (place, isOutdoor, zone)
    self.discipline = discipline
  }

  /// The cursor of the page after this row.
  public var cursor: LogbookCursor {
    LogbookCursor(day: day, startedAt: timeline?.start, session: session, place: place)
  }
}
