public import Cairn
import CairnSQL

/// What sessions add up to: the columns that totals of days, subjects and books share.
public struct SumRow: Sendable, Equatable {
  /// The time that ran.
  public let time: Milliseconds
  /// What was done, in the unit of the kind.
  public let amount: Int64
  /// Sessions listed.
  public let sessions: Int
  /// Those of them with an amount and time, from which a pace follows.
  public let paced: Int
  /// The whole time of those.
  public let pacedTime: Milliseconds
  /// The whole amount of those.
  public let pacedAmount: Int64

  /// The columns, after those of the key.
  static let columns: SQL = """
    CAST(coalesce(sum(time), 0) AS BIGINT), CAST(coalesce(sum(amount), 0) AS BIGINT),
    CAST(coalesce(sum(sessions), 0) AS BIGINT), CAST(coalesce(sum(pace_samples), 0) AS BIGINT),
    CAST(coalesce(sum(pace_sample_time), 0) AS BIGINT), CAST(coalesce(sum(pace_sample_amount), 0) AS BIGINT)
    """

  init(_ row: any SQLRow, from column: Int) throws {
    time = Milliseconds(try row.integer(column))
    amount = try row.integer(column + 1)
    sessions = Int(try row.integer(column + 2))
    paced = Int(try row.integer(column + 3))
    pacedTime = Milliseconds(try row.integer(column + 4))
    pacedAmount = try row.integer(column + 5)
  }
}

extension SumRow {
  fileprivate init(_ one: SumRow, _ other: SumRow) {
    (time, amount) = (one.time + other.time, one.amount + other.amount)
    sessions = one.sessions + other.sessions
    paced = one.paced + other.paced
    pacedTime = one.pacedTime + other.pacedTime
    pacedAmount = one.pacedAmount + other.pacedAmount
  }
}

/// Something that is told of a day, and can be added to what another kind has of it.
protocol DailyValue {
  var day: LocalDay { get }

  func adding(_ other: Self) -> Self
}

/// What one civil day holds: a row of the projection `day_total`.
public struct DayTotalRow: Sendable, Equatable, DailyValue {
  /// The day under the person's day edge.
  public let day: LocalDay
  /// What it holds; sessions are those that started on it.
  public let sums: SumRow

  /// The time that ran on that day.
  public var time: Milliseconds { sums.time }
  /// What was done on that day in the unit of the kind.
  public var amount: Int64 { sums.amount }
  /// Sessions that started on that day.
  public var sessions: Int { sums.sessions }

  func adding(_ other: DayTotalRow) -> DayTotalRow {
    DayTotalRow(day: day, sums: SumRow(sums, other.sums))
  }
}

/// What one civil day holds of all kinds, as far as goals and streaks count it.
package struct DayActivityRow: Sendable, Equatable, DailyValue {
  /// The day under the person's day edge.
  package let day: LocalDay
  /// The time that ran on that day.
  package let time: Milliseconds
  /// Pages read in it.
  package let pages: Int64
  /// Sessions that started on that day.
  package let sessions: Int
  /// How much of the time ran at the same time as another session.
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
      day: try row.day(0),
      time: Milliseconds(try row.integer(1)),
      pages: try row.integer(2),
      sessions: Int(try row.integer(3)),
      overlap: Milliseconds(try row.integer(4))
    )
  }
}

/// Sums over sessions with pages and time, and how many have none.
public struct PaceRow: Sendable, Equatable {
  /// Pages of the sessions that count.
  public let pages: Int64
  /// Running time of the sessions that count.
  public let time: Milliseconds
  /// Sessions with pages and time.
  public let counted: Int
  /// Sessions without pages or without time.
  public let excluded: Int
}

/// What the sessions of a story add up to, be it deleted or not.
public struct StoryTotalRow: Sendable, Equatable {
  /// The story.
  public let story: Identifier<Story>
  /// The title; nil when it is not known.
  public let title: String?
  /// What they add up to.
  public let sums: SumRow
}

/// What the sessions of a book add up to, be it on the shelf or not.
public struct BookTotalRow: Sendable, Equatable {
  /// The entry.
  public let entry: Identifier<Entry>
  /// The title, also of a book that was deleted; nil when it is not known.
  public let title: String?
  /// What they add up to.
  public let sums: SumRow
}

/// What the sessions in editions of one format add up to.
public struct FormatTotalRow: Sendable, Equatable {
  /// The format as written; nil when it is not known.
  public let format: String?
  /// What they add up to.
  public let sums: SumRow
}

/// What an hour of the week holds of one kind.
public struct HourRow: Sendable, Equatable {
  /// The hour of the week, 0 for the first of Monday to 167.
  public let hour: Int
  /// The time that ran in it.
  public let time: Milliseconds
  /// What was done in it, by its minutes, in the unit of the kind.
  public let amount: Int64
  /// Sessions that began to run in it.
  public let sessions: Int
}

extension TagRow {
  /// This tag together with one that is the same written otherwise.
  func with(_ other: TagRow) -> TagRow {
    TagRow(value: value, time: time + other.time, times: times + other.times)
  }
}

/// What carries a tag: a place, a reason of a pause, or a pair of moods.
public struct TagRow: Sendable, Equatable {
  /// The tag; an empty text for pauses without a reason.
  public let value: String
  /// The time of the sessions, or of the pauses.
  public let time: Milliseconds
  /// Sessions, or pauses.
  public let times: Int
}
