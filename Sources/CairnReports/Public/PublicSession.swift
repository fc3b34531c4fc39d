public import Cairn

/// A climbing session as shown to other people, without notes, ratings or partners.
public struct PublicSession: Sendable, Equatable {
  /// The id of the session.
  public let id: SessionID
  /// Its segments and breaks.
  public let timeline: Timeline
  /// The IANA time zone it was in.
  public let zone: String
  /// The day it started, in the climber's day boundaries.
  public let day: LocalDay
  /// The gym or crag, or nil.
  public let place: String?
  /// Whether it was outdoors; nil if unknown.
  public let isOutdoor: Bool?
  /// The discipline; nil if mixed or unknown.
  public let discipline: Discipline?
  /// Its climbs, in order.
  public package(set) var climbs: [PublicClimb] = []

  /// Creates the session.
  package init(
    id: SessionID,
    timeline: Timeline,
    zone: String,
    day: LocalDay,
    place: String?,
    isOutdoor: Bool?,
    discipline: Discipline?
  ) {
    (self.id, self.timeline, self.zone) = (id, timeline, zone)
    (self.day, self.place, self.isOutdoor) = (day, place, isOutdoor)
    self.discipline = discipline
  }

  /// The number of climbs sent.
  public var sends: Int { climbs.count { $0.send != nil } }
}

/// A climb of a public session, without notes.
public struct PublicClimb: Sendable, Equatable {
  /// The climb.
  public let climb: Climb
  /// Its attempts, in order.
  public let attempts: [Attempt]
  /// Its tags, ordered by stored name.
  public let marks: [TagMark]

  /// Creates the climb.
  package init(climb: Climb, attempts: [Attempt], marks: [TagMark]) {
    (self.climb, self.attempts, self.marks) = (climb, attempts, marks)
  }

  /// The first attempt that was a send, or nil.
  public var send: Attempt? { attempts.first { $0.result == .sent } }
}

/// A cursor for paging through public sessions, newest first.
public typealias PublicSessionCursor = (startedAt: Instant, id: SessionID)
