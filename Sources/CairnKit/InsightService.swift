import Cairn
import CairnInsights
import CairnReports
import CairnStore
public import Foundation

extension Cairn {
  /// Consecutive days, or weeks if the person counts those, that meet the minimum.
  public struct Streak: Sendable, Hashable, Codable {
    /// The length of the current streak; 0 if it is broken.
    public let current: Int
    /// The length of the longest one.
    public let longest: Int
    /// Whether today, or this week, does not count yet.
    public let isOpen: Bool
    /// The rule in one sentence.
    public let definition: String
  }

  /// Totals of ended sessions.
  public struct Totals: Sendable, Hashable, Codable {
    /// The active time.
    public let time: Duration
    /// The number of sessions.
    public let sessions: Int
    /// The number of days with any time.
    public let activeDays: Int
    /// The pages read.
    public let pages: Int
    /// The pages read in an hour, over sessions with pages and time; nil without one.
    public let pagesPerHour: Double?
  }

  /// What a person sees first: the day so far.
  public struct Today: Sendable, Hashable, Codable {
    /// The open sessions; see ``Session/elapsed(at:)`` for their time.
    public let open: [Session]
    /// The totals of the day's ended sessions.
    public let totals: Totals
    /// The streak.
    public let streak: Streak
  }
}

/// Streaks, days and totals.
public struct InsightService: Sendable {
  let cairn: Cairn

  /// Returns the streak of all activities, by the person's rule.
  public func streak() async throws(Cairn.Failure) -> Cairn.Streak {
    try await cairn.read { try await streak(today(in: $0), $0) }
  }

  /// Returns the open sessions, the totals of today, and the streak, all of the same moment.
  public func today() async throws(Cairn.Failure) -> Cairn.Today {
    try await cairn.read { log in
      let day = try await today(in: log)
      return Cairn.Today(
        open: try await log.openSessions().map(Cairn.Session.init),
        totals: try await totals(of: nil, in: day...day, log),
        streak: try await streak(day, log)
      )
    }
  }

  /// Returns the totals of the days of an interval in the person's time zone; of all time without one.
  ///
  /// An interval that ends at the start of a day does not contain it, like those of `Calendar`.
  public func totals(
    of activity: Cairn.Activity? = nil,
    in interval: DateInterval? = nil
  ) async throws(Cairn.Failure) -> Cairn.Totals {
    try await cairn.read { log in
      let hour = try await log.dayStartHour()
      let days = interval.map { interval in
        let start = interval.start.instant
        let last = max(start, interval.end.instant - Milliseconds(1))
        return cairn.zone.day(
          at: start,
          dayStartHour: hour
        )...cairn.zone.day(at: last, dayStartHour: hour)
      }
      return try await totals(of: activity, in: days, log)
    }
  }

  private func streak(_ today: LocalDay, _ log: Log) async throws -> Cairn.Streak {
    let activity = try await log.activity(nil, until: today, hasFinishes: false)
    return Cairn.Streak(try await log.streak(activity, today: today, zone: cairn.zone))
  }

  private func totals(
    of activity: Cairn.Activity?,
    in days: ClosedRange<LocalDay>?,
    _ log: Log
  ) async throws -> Cairn.Totals {
    let span = Span(name: "", days: days, today: try await today(in: log))
    var filter = SessionFilter()
    filter.kind = activity?.kind
    return Cairn.Totals(try await Statistics(span, among: filter, log))
  }

  private func today(in log: Log) async throws -> LocalDay {
    let hour = try await log.dayStartHour()
    return cairn.zone.day(at: cairn.now().instant, dayStartHour: hour)
  }
}

extension Cairn.Streak {
  fileprivate init(_ streak: Streak) {
    (current, longest) = (streak.current, streak.longest)
    (isOpen, definition) = (streak.isOpen, streak.definition)
  }
}

extension Cairn.Totals {
  fileprivate init(_ statistics: Statistics) {
    let totals = statistics.totals
    (time, sessions) = (Duration(totals.time), totals.sessions)
    (activeDays, pages) = (totals.activeDays, Int(statistics.pages))
    pagesPerHour = statistics.pace.value.map { Double($0) / 100 }
  }
}
