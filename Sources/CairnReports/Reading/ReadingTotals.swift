public import Cairn

/// A finished read-through.
public struct FinishedRow: Sendable, Equatable {
  /// The entry.
  public let entry: Identifier<Entry>
  /// The title.
  public let title: String
  /// The page count of the edition it was finished in, if known.
  public let pages: Int64?
  /// The start date as precisely as recorded: `2026-01-05`, `2026-01`, `2026`; or nil.
  public let started: String?
  /// The finish date, in the same format.
  public let finished: String?
  /// The rating of the read-through, or else of the book, in quarter stars; or nil.
  public let rating: Int64?

  /// Creates the row from its columns.
  package init(
    entry: Identifier<Entry>,
    title: String,
    pages: Int64?,
    started: String?,
    finished: String?,
    rating: Int64?
  ) {
    (self.entry, self.title, self.pages) = (entry, title, pages)
    (self.started, self.finished, self.rating) = (started, finished, rating)
  }
}

/// A book in progress, with the input of a forecast.
public struct ProgressRow: Sendable, Equatable {
  /// The entry.
  public let entry: Identifier<Entry>
  /// The title.
  public let title: String
  /// The page count of the current edition, if known.
  public let pages: Int64?
  /// The start date of the open read-through, as precisely as recorded.
  public let started: String?
  /// The position in the open read-through.
  public let position: Position?
  /// The totals of its sessions, by the page count in effect.
  public let parts: [PageCountTotals]

  /// Creates the row from its columns.
  package init(
    entry: Identifier<Entry>,
    title: String,
    pages: Int64?,
    started: String?,
    position: Position?,
    parts: [PageCountTotals]
  ) {
    (self.entry, self.title, self.pages) = (entry, title, pages)
    (self.started, self.position, self.parts) = (started, position, parts)
  }
}

/// The totals of sessions with the same page count of their book.
public struct PageCountTotals: Sendable, Equatable {
  /// The page count; nil if unknown.
  public let pageCount: Int64?
  /// The totals.
  public let sums: SumRow

  /// Creates the totals.
  package init(pageCount: Int64?, sums: SumRow) {
    (self.pageCount, self.sums) = (pageCount, sums)
  }
}

/// The totals of one day for the open read-through of a book.
public struct BookDayRow: Sendable, Equatable {
  /// The entry.
  public let entry: Identifier<Entry>
  /// The day.
  public let day: LocalDay
  /// The totals, for one page count.
  public let part: PageCountTotals

  /// Creates the row from its columns.
  package init(entry: Identifier<Entry>, day: LocalDay, part: PageCountTotals) {
    (self.entry, self.day, self.part) = (entry, day, part)
  }
}

/// A session of the open read-through of a book without a page count.
package struct PercentSessionRow: Sendable {
  /// The entry.
  package let entry: Identifier<Entry>
  /// The hundredths of a percent that were read; nil without two positions in percent.
  package let hundredths: Int64?
  /// The active time of each day, ascending.
  package let days: [(day: LocalDay, time: Milliseconds)]

  /// Creates the row from its columns.
  package init(
    entry: Identifier<Entry>,
    from start: Position?,
    to end: Position?,
    days: [(day: LocalDay, time: Milliseconds)]
  ) {
    (self.entry, self.days) = (entry, days)
    let isInPercent = start?.unit == .percent && end?.unit == .percent
    hundredths = isInPercent ? (end?.value ?? 0) - (start?.value ?? 0) : nil
  }
}
