public import Cairn

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

  /// Creates the row from its columns.
  package init(
    time: Milliseconds,
    amount: Int64,
    sessions: Int,
    paced: Int,
    paceTime: Milliseconds,
    paceAmount: Int64
  ) {
    (self.time, self.amount, self.sessions) = (time, amount, sessions)
    (self.paced, self.paceTime, self.paceAmount) = (paced, paceTime, paceAmount)
  }
}

/// The totals of one calendar day: a row of the projection `day_total`.
public struct DayTotalRow: Sendable, Equatable {
  /// The day, by the person's day start hour.
  public let day: LocalDay
  /// The totals; sessions count on the day they started.
  public let sums: SumRow

  /// Creates the row from its columns.
  package init(day: LocalDay, sums: SumRow) {
    (self.day, self.sums) = (day, sums)
  }

  /// The active time on that day.
  public var time: Milliseconds { sums.time }
  /// The amount on that day, in the unit of the kind.
  public var amount: Int64 { sums.amount }
  /// The number of sessions that started on that day.
  public var sessions: Int { sums.sessions }
}

/// The totals of one calendar day over all kinds, for goals and streaks.
package struct DayActivityRow: Sendable, Equatable {
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

  /// Creates the row from its columns.
  package init(
    day: LocalDay,
    time: Milliseconds,
    pages: Int64,
    sessions: Int,
    overlap: Milliseconds
  ) {
    (self.day, self.time, self.pages) = (day, time, pages)
    (self.sessions, self.overlap) = (sessions, overlap)
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

  /// Creates the row from its columns.
  package init(pages: Int64, time: Milliseconds, counted: Int, excluded: Int) {
    (self.pages, self.time, self.counted) = (pages, time, counted)
    self.excluded = excluded
  }

  /// Creates the pace from totals.
  public init(_ sums: SumRow) {
    self.init(
      pages: sums.paceAmount,
      time: sums.paceTime,
      counted: sums.paced,
      excluded: sums.sessions - sums.paced
    )
  }
}

/// The session totals of a story, deleted or not.
public struct StoryTotalRow: Sendable, Equatable {
  /// The story.
  public let story: Identifier<Story>
  /// The title; nil if unknown.
  public let title: String?
  /// The totals.
  public let sums: SumRow

  /// Creates the row from its columns.
  package init(story: Identifier<Story>, title: String?, sums: SumRow) {
    (self.story, self.title, self.sums) = (story, title, sums)
  }
}

/// The session totals of a book, deleted or not.
public struct BookTotalRow: Sendable, Equatable {
  /// The entry.
  public let entry: Identifier<Entry>
  /// The title, also of a deleted book; nil if unknown.
  public let title: String?
  /// The totals.
  public let sums: SumRow

  /// Creates the row from its columns.
  package init(entry: Identifier<Entry>, title: String?, sums: SumRow) {
    (self.entry, self.title, self.sums) = (entry, title, sums)
  }
}

/// The session totals of one edition format.
public struct FormatTotalRow: Sendable, Equatable {
  /// The format as entered; nil if unknown.
  public let format: String?
  /// The totals.
  public let sums: SumRow

  /// Creates the row from its columns.
  package init(format: String?, sums: SumRow) {
    (self.format, self.sums) = (format, sums)
  }
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

  /// Creates the row from its columns.
  package init(hour: Int, time: Milliseconds, amount: Int64, sessions: Int) {
    (self.hour, self.time, self.amount) = (hour, time, amount)
    self.sessions = sessions
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

  /// Creates the row from its columns.
  package init(value: String, time: Milliseconds, times: Int) {
    (self.value, self.time, self.times) = (value, time, times)
  }
}
