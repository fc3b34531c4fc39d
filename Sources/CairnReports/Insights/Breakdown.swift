package import Cairn
package import CairnInsights

/// The totals of `cairn stats --by`: one row per period, book, location and so on.
package enum Breakdown {
  case time(Span, Series)
  case items(Span, String, Insight, [Item])

  /// A row for one weekday, hour, kind, book, author, story, format, location, tag, mood or interruption.
  package struct Item {
    package let name: String?
    package let id: String?
    package let time: Milliseconds
    package let times: Int
    package let pages: Int64?
    package let pace: Int64?
    /// The amount of an activity kind: `12.4 km`.
    package private(set) var amount: String?

    /// Creates a row without pages.
    package init(name: String?, id: String? = nil, time: Milliseconds, times: Int) {
      (self.name, self.id, self.time, self.times) = (name, id, time, times)
      (pages, pace) = (nil, nil)
    }

    package init(name: String, _ totals: Totals, pace: Figure<Int64>) {
      (self.name, id, time) = (name, nil, totals.time)
      (times, pages, self.pace) = (totals.sessions, totals.amount, pace.value)
    }

    /// Creates a row for a kind; only reading has pages.
    package init(_ module: KindModule, _ days: [DayTotalRow]) {
      let amount = days.reduce(0) { $0 + $1.amount }
      let isReading = module.kind == Reading.kind
      (name, id) = (module.title, nil)
      time = days.reduce(.zero) { $0 + $1.time }
      times = days.reduce(0) { $0 + $1.sessions }
      pages = isReading ? amount : nil
      pace = isReading ? pagesPerHour(PaceSums.sum(days.map { PaceSums($0.sums) })).value : nil
      self.amount = module.amountField?.text(.integer(amount))
    }

    package init(name: String?, id: String? = nil, _ sums: [SumRow]) {
      (self.name, self.id) = (name, id)
      time = sums.reduce(.zero) { $0 + $1.time }
      times = sums.reduce(0) { $0 + $1.sessions }
      pages = sums.reduce(0) { $0 + $1.amount }
      pace = pagesPerHour(PaceSums.sum(sums.map { PaceSums($0) })).value
    }
  }

  /// The dimensions of rows other than periods.
  package static let items = [
    "weekday", "hour", "kind", "book", "author", "story", "format", "place", "tag", "mood",
    "interruption",
  ]

  package static let names = Cadence.all.map { $0.noun } + items
}

extension Breakdown {
  /// Returns the latest periods or the first other rows; the average stays that of all rows.
  package func limited(to limit: Int) -> Breakdown {
    switch self {
    case .time(let span, let series): .time(span, series.latest(limit))
    case .items(let span, let by, let insight, let rows):
      .items(span, by, insight, Array(rows.prefix(limit)))
    }
  }
}
