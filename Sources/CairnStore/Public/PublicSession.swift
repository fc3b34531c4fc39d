public import Cairn

/// A climbing session as others see it: what was climbed, where and when, and nothing of how it was.
public struct PublicSession: Sendable, Equatable {
  /// Its identity.
  public let id: SessionID
  /// When it was.
  public let timeline: Timeline
  /// The IANA zone it was in.
  public let zone: String
  /// The day it started on, as its climber counts days.
  public let day: LocalDay
  /// The gym or crag, or nil.
  public let place: String?
  /// Whether it was at a crag; nil when not said.
  public let isOutdoor: Bool?
  /// What was climbed; nil when mixed or not said.
  public let discipline: Discipline?
  /// Its climbs in order.
  public internal(set) var climbs: [PublicClimb] = []

  /// How many of its climbs were sent.
  public var sends: Int { climbs.count { $0.send != nil } }
}

/// A climb of such a session, without notes.
public struct PublicClimb: Sendable, Equatable {
  /// The climb.
  public let climb: Climb
  /// Its attempts in order.
  public let attempts: [Attempt]
  /// Its tags, by their stored names.
  public let marks: [TagMark]

  /// The first attempt that was a send, or nil.
  public var send: Attempt? { attempts.first { $0.result == .sent } }
}

/// Where a list of public sessions goes on: after this one, newest first.
public typealias PublicSessionCursor = (startedAt: Instant, id: SessionID)
