public import Cairn
public import Foundation

/// A session to send, the body of `POST /api/v1/analytics/sessions`.
///
/// Dates are whole seconds; nil fields are omitted. `id` makes a retry idempotent; a
/// server that does not support `id` or `rate` ignores them.
public struct NewSession: Codable, Sendable, Hashable {
  /// The session's ID, also used as the idempotency key.
  public let id: String
  /// The story's ID.
  public let storyId: String
  /// The start.
  public let startedAt: Date
  /// The end.
  public internal(set) var endedAt: Date?
  /// The listening time in seconds.
  public internal(set) var duration: Int?
  /// Whether playback reached the end of the story.
  public internal(set) var completed: Bool
  /// The last playback rate; 1 is normal speed.
  public internal(set) var rate: Double?

  /// Creates a session from a playback report.
  public init(_ report: PlaybackReport) {
    id = report.id
    storyId = report.story
    startedAt = Date(report.startedAt)
    endedAt = Date(report.endedAt)
    duration = Int(report.seconds)
    completed = report.isCompleted
    rate = Double(report.rate) / 100
  }

  /// Creates a session from its fields.
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

  /// Merges another report of the same session: the maximum of each number, so the order is irrelevant.
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
  /// Converts an instant, with its milliseconds.
  init(_ instant: Instant) {
    self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
  }
}
