import Cairn
package import CairnInsights
package import CairnStore

extension DayTotal {
  package init(_ row: DayTotalRow) {
    self.init(day: row.day, time: row.time, amount: row.amount, sessions: row.sessions)
  }
}

extension PaceSums {
  package init(_ row: PaceRow) {
    self.init(pages: row.pages, time: row.time, counted: row.counted, excluded: row.excluded)
  }

  package init(_ sums: SumRow) {
    self.init(PaceRow(sums))
  }
}

extension TagTotal {
  package init(_ row: TagRow) {
    self.init(value: row.value, time: row.time, times: row.times)
  }
}

extension HourPattern.Hour {
  package init(_ row: HourRow) {
    self.init(hourOfWeek: row.hour, time: row.time, amount: row.amount, sessions: row.sessions)
  }
}

extension FinishedBook {
  package init(_ row: FinishedRow) {
    self.init(
      title: row.title,
      pages: row.pages,
      rating: row.rating,
      started: row.started,
      finished: row.finished
    )
  }
}

extension BookProgress {
  package init(_ row: ProgressRow, _ days: [BookDayRow]) {
    self.init(
      pages: row.pages,
      page: row.position?.page(in: row.pages),
      pace: PaceSums(row.sums),
      firstDay: row.started.flatMap { LocalDay(text: $0) } ?? row.firstDay,
      days: days.filter { $0.entry == row.entry }.map {
        Day(day: $0.day, pages: $0.sums.amount, pace: PaceSums($0.sums))
      }
    )
  }
}

extension BookTotalRow {
  /// The title, or what stands for a book that was deleted.
  package var name: String { title ?? "(deleted)" }
}
