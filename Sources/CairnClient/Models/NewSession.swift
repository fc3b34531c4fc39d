public import Cairn
public import Foundation

/// A session as it is sent: the body of `POST /api/v1/analytics/sessions`.
///
/// Dates go out as whole seconds, a nil field not at all. `id` makes sending it again harmless; a
/// server that does not know it, or the last field, ignores them.
public struct NewSession: Codable, Sendable, Hashable {
  /// Names the session, and is the key under which it is sent.
  public let id: String
  /// What was listened to.
  public let storyId: String
  /// When it began.
  public let startedAt: Date
  /// When it ended.
  public internal(set) var endedAt: Date?
  /// Seconds it was heard.
  public internal(set) var duration: Int?
  /// Whether the story was heard to its end.
  public internal(set) var completed: Bool
  /// The last pace; 1 is the story's own.
  public internal(set) var rate: Double?

  /// Makes a session from what a player's tracker told.
  public init(_ report: PlaybackReport) {
    id = report.id
    storyId = report.story
    startedAt = Date(report.startedAt)
    endedAt = Date(report.endedAt)
    duration = Int(report.seconds)
    completed = report.isCompleted
    rate = Double(report.rate) / 100
  }

  /// Makes a session from what is known of it.
  public init(
    id: String,
    storyId: String,
    startedAt: Date,
    endedAt: Date? = nil,
    duration: Int? = nil,
    completed: Bool = false
  ) {
    self.id = id
    self.storyId = storyId
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.duration = duration
    self.completed = completed
  }

  /// Takes in another report of the same session: the largest of each number, either way round.
  mutating func merge(_ other: NewSession) {
    endedAt = Self.larger(endedAt, other.endedAt)
    duration = Self.larger(duration, other.duration)
    completed = completed || other.completed
    rate = other.rate ?? rate
  }

  private static func larger<Value: Comparable>(_ left: Value?, _ right: Value?) -> Value? {
    guard let left, let right else { return left ?? right }
    return max(left, right)
  }
}

extension Date {
  /// The same point in time, with milliseconds.
  init(_ instant: Instant) {
    self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
  }
}
