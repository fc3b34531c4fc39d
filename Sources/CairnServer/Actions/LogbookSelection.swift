import Cairn
import CairnActions
import CairnPages
import CairnReports
import CairnStore

/// A selection in the logbook: sessions, and days of climbs without a session.
struct LogbookSelection: Sendable {
  var sessions: [SessionID] = []
  /// The days with climbs outside any session.
  var days: [LogbookDay] = []

  /// Whether nothing is selected.
  var isEmpty: Bool { sessions.isEmpty && days.isEmpty }

  /// The act of deleting it.
  var deletion: DeleteSessions {
    DeleteSessions(sessions, days: days.map { .init($0.day, at: $0.place) })
  }
}
