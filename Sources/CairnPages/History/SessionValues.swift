package import Cairn
package import CairnInsights
package import CairnReports

/// The initial values of the form that edits a session.
package struct SessionValues {
  package let row: SessionRow
  package let clock: WallClock
  /// The climbing details; nil for other kinds.
  package let climbing: Climbing?
  /// The details of an activity kind; nil for other kinds.
  package var activity: ActivityFields?

  /// Creates the values.
  package init(
    row: SessionRow,
    clock: WallClock,
    climbing: Climbing?,
    activity: ActivityFields? = nil
  ) {
    (self.row, self.clock) = (row, clock)
    (self.climbing, self.activity) = (climbing, activity)
  }

  /// The names of the fields, except the reading of a book.
  package var names: [String] {
    let own =
      switch row.kind {
      case Climbing.kind: ClimbingFields.names
      case Listening.kind: ["from", "position", "speed", "completed"]
      default: activity?.names ?? ["start_page", "page"]
      }
    return ["start", "end", "note", "place", "tags", "mood_before", "mood_after"] + own
  }

  package subscript(name: String) -> String {
    switch name {
    case "start": clock.field(row.startedAt)
    case "end": row.endedAt.map { clock.field($0) } ?? ""
    case "note": row.note ?? ""
    case "place": row.sessionContext.place ?? ""
    case "tags": row.sessionContext.tags.names.joined(separator: ", ")
    case "mood_before": row.sessionContext.moodBefore.map { "\($0)" } ?? ""
    case "mood_after": row.sessionContext.moodAfter.map { "\($0)" } ?? ""
    case "start_page": Self.page(row.startPosition)
    case "page": Self.page(row.endPosition)
    case "from", "position", "speed", "completed":
      row.listening.map { Self.listening($0, name) } ?? ""
    default: climbing?.text(of: name) ?? activity?[name] ?? ""
    }
  }

  /// Returns the page of a position as form input; empty without one.
  private static func page(_ position: Position?) -> String {
    position?.page(in: position?.total).map { String($0) } ?? ""
  }

  private static func listening(_ listening: ListeningSubject, _ name: String) -> String {
    switch name {
    case "from": listening.startPosition?.clockText ?? ""
    case "position": listening.endPosition?.clockText ?? ""
    case "speed": listening.speed.map { $0.hundredthsText } ?? ""
    default: listening.isCompleted ? "yes" : ""
    }
  }
}
