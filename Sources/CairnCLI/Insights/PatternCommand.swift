import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var pattern: Command {
    Command(
      "pattern",
      summary: "Show when you read during the week.",
      discussion: "Hours are local to each session. The best window needs ten sessions.",
      examples: [
        Example("cairn pattern", "of all time"),
        Example("cairn pattern --in 2025", "of a year"),
        Example("cairn pattern --why", "the sessions of the best window"),
      ],
      options: [
        .value("in", "YEAR", "Only this year: 2025."), .kind, .why, .limit, .all,
        .list(["hours", "sessions", "exclusions"]),
      ],
      action: { invocation, context in
        let year = try invocation.integer("in", in: 1_000...9_999).map { Int32($0) }
        let kind = try invocation.kind(of: context.modules) ?? Reading.kind
        return try await context.withLog { log in
          if invocation.flag("why") {
            let limit = try invocation.limit()
            let why = try await Drilldown(bestWindowOf: kind, year, limit: limit, in: log)
            return context.show(why)
          }
          let pattern = try await HourPattern(kind, year, log)
          context.show(pattern, year, try await log.weekStart())
          return .done
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func show(_ pattern: HourPattern, _ year: Int32?, _ weekStart: WeekStart) {
    if wantsData { return output.print(data: HourPatternReport(pattern, year)) }
    if pattern.count == 0 { return output.info("No sessions.") }
    output.print(heading: year.map { "\($0)" } ?? "all time")
    output.print(lines: best(pattern.bestWindow))
    output.print("")
    output.print(lines: grid(pattern, weekStart))
  }

  /// `best hours  20:00–23:00, mostly Tuesday: 12 of 20 sessions started then`.
  func best(_ window: Figure<HourPattern.Window>) -> [String] {
    lines("best hours", window) { best in
      let (end, style) = (best.startHour + HourPattern.windowHours, ClockStyle.current)
      let hours = "\(style.text(hour: best.startHour))–\(style.text(hour: end))"
      let weekday = CalendarText.weekdays[best.weekday - 1]
      return
        "\(hours), mostly \(weekday): \(best.sessions) of \(window.count) sessions started then"
    }
  }

  /// Returns a row per weekday: a mark per hour, darker for more time, and the sum.
  private func grid(_ pattern: HourPattern, _ weekStart: WeekStart) -> [String] {
    let longest = pattern.hours.map(\.time).max() ?? .zero
    let heads = stride(from: 0, to: 24, by: 3).map {
      ClockStyle.current.label(hour: $0).padded(to: 6)
    }.joined()
    let rows = weekStart.weekdays.map { weekday in
      let hours = (0..<24).map { pattern.hour($0, on: weekday) }
      let marks = hours.map { mark($0.time, of: longest) }.joined()
      let sum = hours.reduce(Milliseconds.zero) { $0 + $1.time }
      let name = CalendarText.weekdays[weekday - 1].prefix(3)
      return "\(name)  \(marks) \(sum == .zero ? "" : text(sum))".trimmed
    }
    return [output.style.paint("     \(heads)".trimmed, .dim)] + rows
  }

  private func mark(_ time: Milliseconds, of longest: Milliseconds) -> String {
    guard time > .zero, longest > .zero else { return "· " }
    let step = min(3, Int(time.count * 4 / longest.count))
    return ["░░", "▒▒", "▓▓", "██"][step]
  }
}
