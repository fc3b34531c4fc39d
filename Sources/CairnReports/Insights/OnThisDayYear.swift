import Cairn
package import CairnInsights

/// The events and sessions of one earlier year on a calendar day; 28 February can include the 29th.
package struct OnThisDayYear {
  package let year: Int32
  package let events: [BookEvent]
  package let sessions: [SessionOnDay]
  /// The number of excluded sessions.
  package let more: Int

  /// Creates a year.
  package init(year: Int32, events: [BookEvent], sessions: [SessionOnDay], more: Int) {
    (self.year, self.events, self.sessions) = (year, events, sessions)
    self.more = more
  }
}
