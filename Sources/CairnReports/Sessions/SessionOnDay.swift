public import Cairn

/// A session's share of one day.
public struct SessionOnDay: Sendable, Equatable {
  /// The day.
  public let day: LocalDay
  /// The active time on that day.
  public let time: Milliseconds
  /// The session, which may have started the day before.
  public let session: SessionRow

  package init(day: LocalDay, time: Milliseconds, session: SessionRow) {
    (self.day, self.time, self.session) = (day, time, session)
  }
}
