public import Cairn

/// A climb for lists, with its attempts and tags.
public struct ClimbRow: Sendable, Equatable {
  /// The climb.
  public let climb: Climb
  /// The day it counts for: its session's day, or its own.
  public let day: LocalDay
  /// The gym or crag, or nil.
  public let place: String?
  /// Whether it was outdoors; nil if unknown.
  public let isOutdoor: Bool?
  /// Its attempts in order.
  public package(set) var attempts: [Attempt] = []
  /// Its tags, ordered by stored name.
  public package(set) var marks: [TagMark] = []

  /// Creates the row from its columns.
  package init(climb: Climb, day: LocalDay, place: String?, isOutdoor: Bool?) {
    (self.climb, self.day, self.place) = (climb, day, place)
    self.isOutdoor = isOutdoor
  }

  /// The short id that a person can type: six characters.
  public var shortID: ShortID { ShortID(climb.id.record) }

  /// The first attempt that was a send, or nil.
  public var send: Attempt? { attempts.first { $0.result == .sent } }
}
