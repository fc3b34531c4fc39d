import Cairn
import CairnInsights

/// The shades of a calendar as characters, distinguishable without colour.
private let shades = ["·", "░", "▒", "▓", "█"]

extension CommandContext {
  /// Returns a month week by week: one line of day numbers, then one line of amounts.
  func lines(of chart: MonthCalendar) -> [String] {
    let names = CalendarText.weekdays(from: chart.weekStart)
      .map { $0.padded(to: cell) }.joined()
    let weeks = chart.weeks.flatMap { week in
      [week.map { number($0) }.joined().trimmed, week.map { amount($0, chart) }.joined().trimmed]
    }
    return [output.style.paint(chart.title, .title), names.trimmed] + weeks
      + legend(chart.calendar)
  }

  /// Returns a year with a column per week and a row per weekday.
  func lines(of chart: YearHeatmap) -> [String] {
    let days = chart.calendar.days
    guard let first = days.first?.day else { return [] }
    let names = CalendarText.weekdays(from: chart.weekStart)
    let rows = (0..<7).map { row -> String in
      let own = days.filter { chart.weekStart.dayIndex(of: $0.day) == row }
      let before = own.first.map { chart.weekStart.weeks(from: first, to: $0.day) } ?? 0
      let cells = own.map { output.style.paint(sign($0), .accent) }
      let name = row % 2 == 0 ? names[row] : "   "
      return ("\(name) " + String(repeating: " ", count: before) + cells.joined()).trimmed
    }
    return [output.style.paint(chart.title, .title), "    \(months(chart))"] + rows
      + legend(chart.calendar)
  }

  private var isNarrow: Bool { (output.standardOutput.columns ?? 80) < 70 }
  /// The width of a day.
  private var cell: Int { isNarrow ? 8 : 10 }

  private func number(_ day: CalendarDays.Day?) -> String {
    guard let day else { return String(repeating: " ", count: cell) }
    let note = day.isToday ? " today" : day.isRestDay ? " rest" : ""
    let text = "\(day.day.civil.day)".padded(to: 2, before: true)
    return output.style.paint(text, .dim) + note.padded(to: cell - 2)
  }

  private func amount(_ day: CalendarDays.Day?, _ chart: MonthCalendar) -> String {
    guard let day, !day.isFuture || day.value > 0 else {
      return String(repeating: " ", count: cell)
    }
    let amount = day.value > 0 ? chart.calendar.measure.brief(day.value) : ""
    let sign = output.style.paint(self.sign(day), .accent)
    guard isNarrow else { return " \(sign) " + amount.padded(to: cell - 3) }
    return sign + amount.replacing(" ", with: "").padded(to: cell - 1)
  }

  private func sign(_ day: CalendarDays.Day) -> String {
    if day.value == 0, day.isRestDay { return "*" }
    return day.isFuture && day.value == 0 ? " " : shades[day.level]
  }

  /// Returns the header line with each month's name above the week in which it starts.
  private func months(_ chart: YearHeatmap) -> String {
    let days = chart.calendar.days.map(\.day)
    return days.filter { $0.civil.day == 1 }.reduce(into: "") { line, day in
      let column = chart.weekStart.column(ofMonth: day, from: days[0])
      line = line.padded(to: column) + CalendarText.month(day)
    }
  }

  private func legend(_ calendar: CalendarDays) -> [String] {
    let steps = (0...4).map { "\(shades[$0]) \(calendar.shades.text($0))" }
    let rest = calendar.days.contains { $0.isRestDay && $0.value == 0 } ? ["* rest day"] : []
    return ["", (steps + rest).joined(separator: "   ")]
  }
}
