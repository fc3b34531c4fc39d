public import Cairn

/// A past event in a calendar.
public struct CalendarEvent: Sendable, Equatable {
  /// The unique id, the same in every export.
  public let uid: String
  /// The start time.
  public let start: Instant
  /// The end time.
  public let end: Instant
  /// The time of the last change.
  public let changedAt: Instant
  /// A short summary.
  public let summary: String
  /// More details, or nil.
  public let description: String?
  /// The category.
  public let category: String

  /// Creates an event.
  public init(
    uid: String,
    start: Instant,
    end: Instant,
    changedAt: Instant,
    summary: String,
    description: String?,
    category: String
  ) {
    (self.uid, self.start, self.end, self.changedAt) = (uid, start, end, changedAt)
    (self.summary, self.description, self.category) = (summary, description, category)
  }
}
