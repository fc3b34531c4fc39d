public import Cairn

/// Something that took place, as calendars show it.
public struct CalendarEvent: Sendable, Equatable {
  /// What tells it from all others, the same in every export.
  public let uid: String
  /// When it began.
  public let start: Instant
  /// When it ended.
  public let end: Instant
  /// When it was changed last.
  public let changedAt: Instant
  /// What it was, in a few words.
  public let summary: String
  /// More about it, or nil.
  public let description: String?
  /// A word to group it by.
  public let category: String

  /// Makes an event.
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
