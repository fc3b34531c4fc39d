package import Cairn
package import CairnReports

/// Ended sessions and climbs without a session, grouped by day, newest first.
package struct HistoryDays: Sendable {
  package struct Day: Sendable {
    package let day: LocalDay
    /// The running time of the day's sessions, with and without overlaps; in the list of one book, of its
    /// sessions only.
    package let time: NonOverlappingTime
    package let sessions: [SessionOnDay]
    /// Climbs without a session, one row per location.
    package let climbs: [LogbookRow]

    /// Creates the day.
    package init(
      day: LocalDay,
      time: NonOverlappingTime,
      sessions: [SessionOnDay],
      climbs: [LogbookRow]
    ) {
      (self.day, self.time, self.sessions) = (day, time, sessions)
      self.climbs = climbs
    }
  }

  package let days: [Day]
  /// The kinds of session that the log knows.
  package let modules: [KindModule]
  /// The cursor of older rows; nil without any.
  package var next: String?

  /// Creates the days.
  package init(days: [Day], modules: [KindModule], next: String? = nil) {
    (self.days, self.modules, self.next) = (days, modules, next)
  }
}
