public import Foundation

/// Which sessions are asked for; what is nil does not matter.
public struct SessionQuery: Sendable, Hashable {
  /// Of one story.
  public var storyId: String?
  /// Begun at this time or later.
  public var startDate: Date?
  /// Begun at this time or earlier.
  public var endDate: Date?
  /// Heard to the end, or not.
  public var completed: Bool?
  /// How many at most; a server gives at most 100.
  public var limit = 50
  /// How many of the newest to leave out.
  public var offset = 0

  /// Asks for the newest.
  public init() {}

  /// Names and values of the query, in the order of the guide.
  var items: [(String, String)] {
    var items = [("limit", "\(limit)"), ("offset", "\(offset)")]
    if let storyId { items.append(("storyId", storyId)) }
    if let startDate { items.append(("startDate", JSONDate.text(startDate))) }
    if let endDate { items.append(("endDate", JSONDate.text(endDate))) }
    if let completed { items.append(("completed", "\(completed)")) }
    return items
  }
}
