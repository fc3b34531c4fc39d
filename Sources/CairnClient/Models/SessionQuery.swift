public import Foundation

/// A query for sessions; a nil filter matches all.
public struct SessionQuery: Sendable, Hashable {
  /// The story to match.
  public var storyId: String?
  /// The earliest start, inclusive.
  public var startDate: Date?
  /// The latest start, inclusive.
  public var endDate: Date?
  /// Whether playback reached the end of the story.
  public var completed: Bool?
  /// The page size; servers return at most 100.
  public var limit = 50
  /// The number of newest sessions to skip.
  public var offset = 0

  /// Creates a query for the newest sessions.
  public init() {}

  /// The query parameters, in the order of the guide.
  var items: [(String, String)] {
    var items = [("limit", "\(limit)"), ("offset", "\(offset)")]
    if let storyId { items.append(("storyId", storyId)) }
    if let startDate { items.append(("startDate", JSONDate.text(startDate))) }
    if let endDate { items.append(("endDate", JSONDate.text(endDate))) }
    if let completed { items.append(("completed", "\(completed)")) }
    return items
  }
}
