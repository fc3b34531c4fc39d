import Cairn
import CairnInsights

/// The shades of a calendar as characters, told apart without colour.
private let shades = ["·", "░", "▒", "▓", "█"]

extension Surroundings {
  /// A month week by week; each day has a line with its number and one with its amount.
  func lines(of chart: MonthCalendar) -> [String] {
    let names = CalendarText.weekdays.map { $0.padded(to: Self.cell) }.joined()
    let weeks = chart.weeks.flatMap { week in
      [week.map { number($0) }.joined().trimmed, week.map { amount($0, chart) }.joined().trimmed]
    }
    return [output.style.paint(chart.title, .title), names.trimmed] + weeks
      + legend(chart.calendar)
  }

  /// A year with a column for each week and a row for each day of the week.
  func lines(of chart: YearHeatmap) -> [String] {
    let days = chart.calendar.days
    guard let first = days.first?.day.monday else { return [] }
    let rows = (0..<7).map { row -> String in
      let own = days.filter { $0.day.weekday == row + 1 }
      let before = own.first.map { Int($0.day.monday - first) / 7 } ?? 0
      let cells = own.map { output.style.paint(sign($0), .accent) }
      let name = row % 2 == 0 ? CalendarText.weekdays[row] : "   "
      return ("\(name) " + String(repeating: " ", count: before) + cells.joined()).trimmed
    }
    return [output.style.paint(chart.title, .title), "    \(months(days, first))"] + rows
      + legend(chart.calendar)
  }

  private static let cell = 10

  private func number(_ day: CalendarDays.Day?) -> String {
    guard let day else { return String(repeating: " ", count: Self.cell) }
    let note = day.isToday ? " today" : day.isFrozen ? " rest" : ""
    let text = "\(day.day.civil.day)".padded(to: 2, before: true)
    return output.style.paint(text, .dim) + note.padded(to: Self.cell - 2)
  }

  private func amount(_ day: CalendarDays.Day?, _ chart: MonthCalendar) -> String {
    guard let day, !day.isAhead || day.value > 0 else {
      return String(repeating: " ", count: Self.cell)
    }
    let amount = day.value > 0 ? chart.calendar.measure.brief(day.value) : ""
    let sign = output.style.paint(shades[day.level], .accent)
    return " \(sign) " + amount.padded(to: Self.cell - 3)
  }

  private func sign(_ day: CalendarDays.Day) -> String {
    if day.value == 0, day.isFrozen { return "*" }
    return day.isAhead && day.value == 0 ? " " : shades[day.level]
  }

  /// The names of the months over the weeks in which they begin.
  private func months(_ days: [CalendarDays.Day], _ first: LocalDay) -> String {
    days.filter { $0.day.civil.day == 1 }.reduce(into: "") { line, day in
      let column = Int((day.day + 6).monday - first) / 7
      line = line.padded(to: column) + CalendarText.month(day.day)
    }
  }

  private func legend(_ calendar: CalendarDays) -> [String] {
    let steps = (0...4).map { "\(shades[$0]) \(calendar.shades.text($0))" }
    let rest = calendar.days.contains { $0.isFrozen && $0.value == 0 } ? ["* frozen"] : []
    return ["", (steps + rest).joined(separator: "   ")]
  }
}
