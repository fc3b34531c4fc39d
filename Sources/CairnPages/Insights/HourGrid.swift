import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// The weekdays and hours in which most time was spent, in the hue of what filled them.
struct HourGrid {
  let insights: PeriodInsights
  let modules: [KindModule]
  let weekStart: WeekStart

  private static let width = 336
  private static let left = 36
  private static let row = 17
  /// The hours of a cell.
  private static let span = 2
  private static let column = 25

  var html: HTML {
    """
    <svg class="hours" viewBox="0 0 \(Self.width) \(18 + 7 * Self.row)" role="img" aria-label="Time by weekday and hour">
    \(fragment: HTML([0, 6, 12, 18].map(head)))
    \(fragment: HTML(weekStart.weekdays.enumerated().map { row($1, $0) }))</svg>
    \(fragment: sentence.map { "<p class=\"quiet\">\($0)</p>" })
    """
  }

  private func head(_ hour: Int) -> HTML {
    "<text x=\"\(Self.left + hour / Self.span * Self.column)\" y=\"10\">\(ClockStyle.current.label(hour: hour))</text>"
  }

  private func row(_ weekday: Int, _ index: Int) -> HTML {
    let y = 16 + index * Self.row
    let cells = stride(from: 0, to: 24, by: Self.span).map { cell($0, weekday, y) }
    return """
      <text x="0" y="\(y + 12)">\(CalendarText.weekdays[weekday - 1].prefix3)</text>\(fragment: HTML(cells))

      """
  }

  private func cell(_ start: Int, _ weekday: Int, _ y: Int) -> HTML {
    let times = times(start, weekday, hours: Self.span)
    let sum = times.reduce(Milliseconds.zero) { $0 + $1.time }
    let level = sum > .zero ? min(4, 1 + sum.count * 4 / max(1, maximum.count)) : 0
    let kind = times.max { $0.time < $1.time }?.kind
    return """
      <rect class="\(level == 0 ? "none" : kind.map(Hue.mark) ?? "")\(level == 0 ? "" : " a\(level)")" \
      x="\(Self.left + start / Self.span * Self.column)" y="\(y)" width="23" height="15" rx="3"/>
      """
  }

  private func times(_ start: Int, _ weekday: Int, hours: Int) -> [(
    kind: SessionKind, time: Milliseconds
  )] {
    insights.hours.map { kind, pattern in
      (kind, (start..<(start + hours)).reduce(.zero) { $0 + pattern.hour($1, on: weekday).time })
    }
  }

  private var maximum: Milliseconds {
    let all = (1...7).flatMap { day in
      stride(from: 0, to: 24, by: Self.span).map { start in
        times(start, day, hours: Self.span).reduce(Milliseconds.zero) { $0 + $1.time }
      }
    }
    return all.max() ?? .zero
  }

  /// The hours in which most sessions of each kind start.
  private var sentence: String? {
    let known = insights.hours.compactMap { kind, pattern in
      pattern.bestWindow.value.map { "\(name(kind)) \(Self.text($0))" }
    }
    return known.isEmpty ? nil : "Most sessions start: " + known.joined(separator: ", ") + "."
  }

  private func name(_ kind: SessionKind) -> String {
    (modules[kind]?.title ?? kind.name).lowercased()
  }

  private static func text(_ window: HourPattern.Window) -> String {
    let style = ClockStyle.current
    return
      "\(style.text(hour: window.startHour))–\(style.text(hour: window.startHour + HourPattern.windowHours))"
  }

  /// The same in cells of three hours, over all kinds.
  var table: HTML {
    let starts = Array(stride(from: 0, to: 24, by: 3))
    let rows = weekStart.weekdays.map { weekday in
      FigureTable.Row(
        name: CalendarText.weekdays[weekday - 1].prefix3,
        cells: starts.map { start in
          let time = times(start, weekday, hours: 3).reduce(Milliseconds.zero) { $0 + $1.time }
          return time > .zero ? Measure.minutes.brief(time.wholeMinutes) : "–"
        }
      )
    }
    return FigureTable(
      caption: "Time by weekday and hour",
      columns: ["From hour"] + starts.map { ClockStyle.current.label(hour: $0) },
      rows: rows
    ).html
  }
}

extension String {
  /// The first three letters, as a short name of a weekday.
  fileprivate var prefix3: String { String(prefix(3)) }
}
