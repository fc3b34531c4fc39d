import Cairn
package import CairnInsights

extension DayTotal {
  package init(_ row: DayTotalRow) {
    self.init(day: row.day, time: row.time, amount: row.amount, sessions: row.sessions)
  }
}

extension DayTotal {
  package init(_ row: DayActivityRow) {
    self.init(
      day: row.day,
      time: row.time,
      amount: row.pages,
      sessions: row.sessions,
      overlap: row.overlap
    )
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
    let byDay = Dictionary(grouping: days.filter { $0.entry == row.entry }) { $0.day }
    self.init(
      pages: row.pages,
      page: row.position?.page(in: row.pages),
      pace: PaceSums.sum(row.parts.map { $0.pace(in: row.pages) }),
      days: byDay.sorted { $0.key < $1.key }.map { day, rows in
        Day(
          day: day,
          pages: rows.reduce(0) { $0 + $1.part.pages($1.part.sums.amount, in: row.pages) },
          pace: PaceSums.sum(rows.map { $0.part.pace(in: row.pages) })
        )
      }
    )
  }
}

extension BookProgress {
  /// Creates the progress from positions in percent, for a book without a page count.
  package init(_ row: ProgressRow, percent sessions: [PercentSessionRow]) {
    let days = Dictionary(grouping: sessions.flatMap { $0.progress }) { $0.day }
    self.init(
      pages: 10_000,
      page: row.position?.value,
      pace: PaceSums.sum(sessions.map { $0.pace }),
      days: days.sorted { $0.key < $1.key }.map { day, rows in
        Day(
          day: day,
          pages: rows.reduce(0) { $0 + $1.pages },
          pace: PaceSums.sum(rows.map { $0.pace })
        )
      }
    )
    unit = .percent
  }
}

extension PercentSessionRow {
  fileprivate var pace: PaceSums {
    var sums = PaceSums()
    sums.add(pages: hundredths, active: days.reduce(.zero) { $0 + $1.time })
    return sums
  }

  /// The hundredths of each day, in proportion to time; the session counts on the first.
  fileprivate var progress: [BookProgress.Day] {
    let parts = apportion(max(0, hundredths ?? 0), by: days.map { $0.time.count })
    return days.indices.map {
      BookProgress.Day(day: days[$0].day, pages: parts[$0], pace: $0 == 0 ? pace : PaceSums())
    }
  }
}

extension PageCountTotals {
  /// Converts pages of the edition they were counted in to those of an edition with `pages` pages.
  fileprivate func pages(_ count: Int64, in pages: Int64?) -> Int64 {
    guard count > 0, let pageCount, let pages, pageCount != pages else { return count }
    return max(1, proportion(count, pages, pageCount))
  }

  fileprivate func pace(in pages: Int64?) -> PaceSums {
    PaceSums(
      pages: self.pages(sums.paceAmount, in: pages),
      time: sums.paceTime,
      counted: sums.paced,
      excluded: sums.sessions - sums.paced
    )
  }
}

extension BookTotalRow {
  /// The title, or a placeholder for a deleted book.
  package var name: String { title ?? "(deleted)" }
}
