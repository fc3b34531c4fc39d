public import Cairn
import CairnSQL

/// Session totals: the columns shared by the tables of days, subjects and books.
public struct SumRow: Sendable, Equatable {
  /// The active time.
  public let time: Milliseconds
  /// The amount, in the unit of the kind.
  public let amount: Int64
  /// The number of sessions.
  public let sessions: Int
  /// The number of sessions with an amount and time, which count for the pace.
  public let paced: Int
  /// The active time of those.
  public let paceTime: Milliseconds
  /// The amount of those.
  public let paceAmount: Int64

  /// The value columns.
  static let columns: SQL = """
    CAST(coalesce(sum(time), 0) AS BIGINT) AS time, CAST(coalesce(sum(amount), 0) AS BIGINT) AS amount,
    CAST(coalesce(sum(sessions), 0) AS BIGINT) AS sessions,
    CAST(coalesce(sum(pace_samples), 0) AS BIGINT) AS pace_samples,
    CAST(coalesce(sum(pace_sample_time), 0) AS BIGINT) AS pace_sample_time,
    CAST(coalesce(sum(pace_sample_amount), 0) AS BIGINT) AS pace_sample_amount
    """

  init(_ row: any SQLRow) throws {
    (time, amount, sessions) = try (row["time"], row["amount"], row["sessions"])
    (paced, paceTime) = try (row["pace_samples"], row["pace_sample_time"])
    paceAmount = try row["pace_sample_amount"]
  }
}

extension SumRow {
  fileprivate init(_ one: SumRow, _ other: SumRow) {
    (time, amount) = (one.time + other.time, one.amount + other.amount)
    sessions = one.sessions + other.sessions
    paced = one.paced + other.paced
    paceTime = one.paceTime + other.paceTime
    paceAmount = one.paceAmount + other.paceAmount
  }
}

/// A value of one day that can be added to another of the same day.
protocol DailyValue {
  var day: LocalDay { get }

  func adding(_ other: Self) -> Self
}

/// The totals of one calendar day: a row of the projection `day_total`.
public struct DayTotalRow: Sendable, Equatable, DailyValue {
  /// The day, by the person's day start hour.
  public let day: LocalDay
  /// The totals; sessions count on the day they started.
  public let sums: SumRow

  /// The active time on that day.
  public var time: Milliseconds { sums.time }
  /// The amount on that day, in the unit of the kind.
  public var amount: Int64 { sums.amount }
  /// The number of sessions that started on that day.
  public var sessions: Int { sums.sessions }

  func adding(_ other: DayTotalRow) -> DayTotalRow {
    DayTotalRow(day: day, sums: SumRow(sums, other.sums))
  }
}

/// The totals of one calendar day over all kinds, for goals and streaks.
package struct DayActivityRow: Sendable, Equatable, DailyValue {
  /// The day, by the person's day start hour.
  package let day: LocalDay
  /// The active time on that day.
  package let time: Milliseconds
  /// The pages read.
  package let pages: Int64
  /// The number of sessions that started on that day.
  package let sessions: Int
  /// The time that overlapped another session.
  package let overlap: Milliseconds

  func adding(_ other: DayActivityRow) -> DayActivityRow {
    DayActivityRow(
      day: day,
      time: time + other.time,
      pages: pages + other.pages,
      sessions: sessions + other.sessions,
      overlap: overlap + other.overlap
    )
  }
}

extension DayActivityRow {
  init(_ row: any SQLRow) throws {
    self.init(
      day: try row["day"],
      time: try row["time"],
      pages: try row["pages"],
      sessions: try row["sessions"],
      overlap: try row["overlap"]
    )
  }
}

/// The totals of a pace: sessions with pages and time, and the number without.
public struct PaceRow: Sendable, Equatable {
  /// The pages of the sessions that count.
  public let pages: Int64
  /// The active time of the sessions that count.
  public let time: Milliseconds
  /// The number of sessions with pages and time.
  public let counted: Int
  /// The number of sessions without pages or without time.
  public let excluded: Int
}

/// The session totals of a story, deleted or not.
public struct StoryTotalRow: Sendable, Equatable {
  /// The story.
  public let story: Identifier<Story>
  /// The title; nil if unknown.
  public let title: String?
  /// The totals.
  public let sums: SumRow
}

/// The session totals of a book, deleted or not.
public struct BookTotalRow: Sendable, Equatable {
  /// The entry.
  public let entry: Identifier<Entry>
  /// The title, also of a deleted book; nil if unknown.
  public let title: String?
  /// The totals.
  public let sums: SumRow
}

/// The session totals of one edition format.
public struct FormatTotalRow: Sendable, Equatable {
  /// The format as entered; nil if unknown.
  public let format: String?
  /// The totals.
  public let sums: SumRow
}

/// The totals of one hour of the week.
public struct HourRow: Sendable, Equatable {
  /// The hour of the week, from 0 for Monday's first hour to 167.
  public let hour: Int
  /// The active time in it.
  public let time: Milliseconds
  /// The amount in it, in proportion to time, in the unit of the kind.
  public let amount: Int64
  /// The number of sessions that started in it.
  public let sessions: Int
}

extension TagRow {
  /// Returns the sum with another spelling of the same tag.
  func with(_ other: TagRow) -> TagRow {
    TagRow(value: value, time: time + other.time, times: times + other.times)
  }
}

/// The totals of a tag value: a place, a pause reason, or a pair of moods.
public struct TagRow: Sendable, Equatable {
  /// The value; empty for pauses without a reason.
  public let value: String
  /// The time of the sessions or pauses.
  public let time: Milliseconds
  /// The number of sessions or pauses.
  public let times: Int
}
