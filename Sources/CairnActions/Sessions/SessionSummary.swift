public import Cairn

/// A session as lists, messages and history titles show it.
public protocol SessionSummary {
  /// The id of the session.
  var id: SessionID { get }
  /// Its kind.
  var kind: SessionKind { get }
  /// The title of the book or story, or the discipline and place of climbing; nil if unknown.
  var title: String? { get }
  /// Its segments.
  var timeline: Timeline { get }
  /// The origin: an import or player; nil for the timer and manual entries.
  var source: String? { get }
}

extension SessionSummary {
  /// ` of “Dune”` or an empty string, for messages.
  package var ofTitle: String { title.map { " of “\($0)”" } ?? "" }

  /// Returns a history title: `Session saved: “Dune”`, or `Climbing session saved` without a title.
  package func historyTitle(_ done: String) -> String {
    if let title { return "Session \(done): “\(title)”" }
    return "\(kind.name.capitalizedFirst) session \(done)"
  }
}
