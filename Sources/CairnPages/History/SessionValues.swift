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

  /// The names of the fields, except the reading of a book.
  package var names: [String] {
    let own =
      switch row.kind {
      case Climbing.kind: ClimbingFields.names
      case Listening.kind: ["from", "to", "speed", "heard"]
      default: activity?.names ?? ["from", "to"]
      }
    return ["start", "end", "note", "place", "moodBefore", "moodAfter"] + own
  }

  package subscript(name: String) -> String {
    switch name {
    case "start": clock.field(row.startedAt)
    case "end": row.endedAt.map { clock.field($0) } ?? ""
    case "note": row.note ?? ""
    case "place": row.sessionContext.place ?? ""
    case "moodBefore": row.sessionContext.moodBefore.map { "\($0)" } ?? ""
    case "moodAfter": row.sessionContext.moodAfter.map { "\($0)" } ?? ""
    case "from", "to", "speed", "heard":
      row.listening.map { Self.listening($0, name) } ?? page(name)
    default: climbing?.text(of: name) ?? activity?[name] ?? ""
    }
  }

  private func page(_ name: String) -> String {
    Self.page(name == "from" ? row.startPosition : row.endPosition)
  }

  /// Returns the page of a position as form input; empty without one.
  package static func page(_ position: Position?) -> String {
    position?.page(in: position?.total).map { String($0) } ?? ""
  }

  private static func listening(_ listening: ListeningSubject, _ name: String) -> String {
    switch name {
    case "from": listening.startPosition?.clockText ?? ""
    case "to": listening.endPosition?.clockText ?? ""
    case "speed": listening.speed.map { "\($0)" } ?? ""
    default: listening.isCompleted ? "yes" : ""
    }
  }
}
