import Cairn
import CairnHTML
import CairnReports

/// The time of each month of a year in one activity, as bars.
struct YearBars {
  let days: KindDays
  let year: ClosedRange<LocalDay>
  let kind: SessionKind

  private var times: [Milliseconds] { year.months.map { days.time(kind, in: $0) } }

  var html: HTML {
    let label = zip(CalendarText.months, times).map { "\($0) \($1.hoursAndMinutes)" }
    return """
      <svg class="week" viewBox="0 0 3600 1600" role="img" aria-label="\(label.joined(separator: ", "))">\
      \(fragment: HTML(times.enumerated().map(column)))</svg>
      """
  }

  private func column(_ index: Int, _ time: Milliseconds) -> HTML {
    StackedBar([(kind: kind, time: time)], most: times.max() ?? .zero)
      .html(at: 60 + index * 300, String(CalendarText.months[index].prefix(1)), isNow: false)
  }
}

/// The days of a year as dots, a row for each month, in the colour of the activity with the most time.
struct YearDots {
  private let year: ClosedRange<LocalDay>
  private let most: [LocalDay: (kind: SessionKind, time: Milliseconds)]

  init(days: KindDays, year: ClosedRange<LocalDay>) {
    (self.year, most) = (year, Self.most(days, year))
  }

  var html: HTML {
    """
    <svg class="dots" viewBox="0 0 3100 1200" role="img" aria-label="A dot for each day with a session">\
    \(fragment: HTML(year.months.enumerated().flatMap(row)))</svg>
    """
  }

  private func row(_ index: Int, _ month: ClosedRange<LocalDay>) -> [HTML] {
    (0..<month.count).map { offset in
      let kind = most[month.lowerBound + Int32(offset)]?.kind
      return """
        <circle class="\(kind.map { Hue($0).name } ?? "none")" cx="\(50 + offset * 100)" cy="\(50 + index * 100)" \
        r="\(kind == nil ? 12 : 36)"/>
        """
    }
  }

  /// Returns the kind with the most time of each day.
  private static func most(
    _ days: KindDays,
    _ year: ClosedRange<LocalDay>
  ) -> [LocalDay: (kind: SessionKind, time: Milliseconds)] {
    var most: [LocalDay: (kind: SessionKind, time: Milliseconds)] = [:]
    for (kind, _) in days.kinds {
      for row in days.days(kind, in: year) where row.time > most[row.day]?.time ?? .zero {
        most[row.day] = (kind, row.time)
      }
    }
    return most
  }
}

extension ClosedRange<LocalDay> {
  /// The months of the year in which it begins.
  var months: [ClosedRange<LocalDay>] {
    (1...12).compactMap { LocalDay(year: lowerBound.year, month: $0, day: 1)?.wholeMonth }
  }
}

/// The time of each weekday in a year, as stacked bars.
struct WeekdayBars {
  let days: KindDays
  let year: ClosedRange<LocalDay>

  /// The time of a kind, or of all, from Monday to Sunday.
  private func times(_ kind: SessionKind?) -> [Milliseconds] {
    var times = Array(repeating: Milliseconds.zero, count: 7)
    for (own, _) in days.kinds where kind == nil || own == kind {
      for row in days.days(own, in: year) {
        let index = Int(row.day.weekday) - 1
        times[index] = times[index] + row.time
      }
    }
    return times
  }

  /// The weekday with the most time.
  var most: String {
    let times = times(nil)
    let index = times.indices.max { times[$0] < times[$1] } ?? 0
    return CalendarText.weekdays[index]
  }

  /// The sentence `31h 10m on Sundays, 12h on Tuesdays`, of the most and the least.
  var words: String {
    let times = times(nil)
    let (high, low) = (
      times.indices.max { times[$0] < times[$1] } ?? 0,
      times.indices.min { times[$0] < times[$1] } ?? 0
    )
    return
      "\(times[high].hoursAndMinutes) on \(CalendarText.weekdays[high])s, \(times[low].hoursAndMinutes) on \(CalendarText.weekdays[low])s."
  }

  var html: HTML {
    let label = zip(CalendarText.weekdays, times(nil)).map { "\($0) \($1.hoursAndMinutes)" }
    return """
      <svg class="week" viewBox="0 0 2100 1600" role="img" aria-label="\(label.joined(separator: ", "))">\
      \(fragment: HTML((0..<7).map(column)))</svg>
      """
  }

  private func column(_ index: Int) -> HTML {
    let parts = days.kinds.map { (kind: $0.kind, time: times($0.kind)[index]) }
    return StackedBar(parts, most: times(nil).max() ?? .zero)
      .html(at: 60 + index * 300, String(CalendarText.weekdays[index].prefix(1)), isNow: false)
  }
}
