import Cairn
import CairnInsights
import CairnStore

extension Command<Surroundings> {
  static var pattern: Command {
    Command(
      "pattern",
      group: "Looking",
      summary: "Show when in the week you read.",
      discussion: "Hours are those of the clock where you were. A best window needs ten sessions.",
      reads: true,
      examples: [
        Example("cairn pattern", "of all time"),
        Example("cairn pattern --in 2025", "of a year"),
        Example("cairn pattern --why", "the sessions of the best window"),
      ],
      options: [.value("in", "YEAR", "Only a year: 2025."), .kind, .why, .limit],
      action: { invocation, surroundings in
        let year = try invocation.integer("in", in: 1_000...9_999).map { Int32($0) }
        let kind = try invocation.kind() ?? Reading.kind
        return try await surroundings.withLog { log in
          let pattern = try await HourPattern(kind, year, log)
          guard invocation.flag("why") else {
            surroundings.show(pattern, year)
            return .done
          }
          let rows = try await surroundings.sessions(of: pattern, kind, year, log)
          return surroundings.show(Why(.bestWindow, among: rows), invocation)
        }
      }
    )
  }
}

extension HourPattern {
  /// Reads the pattern of a kind in a year, or in all.
  init(_ kind: SessionKind, _ year: Int32?, _ log: Log) async throws {
    let hours = try await log.hourTotals(kind, year: year)
    let first = year.flatMap { LocalDay(year: $0, month: 1, day: 1) }
    let last = year.flatMap { LocalDay(year: $0, month: 12, day: 31) }
    var days = LocalDay(number: .min / 2)...LocalDay(number: .max / 2)
    if let first, let last { days = first...last }
    let sessions = try await log.dayTotals(kind, in: days).reduce(0) { $0 + $1.sessions }
    self.init(hours.map(HourPattern.Hour.init), sessions: sessions)
  }
}

extension Surroundings {
  /// Sessions that began to run in the best window, newest first.
  fileprivate func sessions(
    of pattern: HourPattern,
    _ kind: SessionKind,
    _ year: Int32?,
    _ log: Log
  ) async throws -> [SessionRow] {
    guard let window = pattern.bestWindow.value else { return [] }
    let hours = Set((0..<HourPattern.windowHours).map { Int64((window.startHour + $0) % 24) })
    let edge = try await log.dayStartHour()
    var filter = SessionFilter(limit: .max)
    filter.kind = kind
    return try await log.sessions(filter).filter { row in
      guard
        let start = row.timeline.segments.first(where: {
          $0.end.map { $0 > row.startedAt } ?? false
        })
      else { return false }
      let rules = SystemZones.rules(row.zone) ?? .utc
      let clock = rules.wallClock(at: start.start)
      let hour = (clock / 3_600_000 % 24 + 24) % 24
      let day = rules.day(at: start.start, dayStartHour: edge)
      return hours.contains(hour) && (year == nil || day.year == year)
    }
  }

  fileprivate func show(_ pattern: HourPattern, _ year: Int32?) {
    if wantsJSON { return output.print(pattern.json(year).text) }
    if pattern.count == 0 { return output.say("No sessions.") }
    output.print(output.style.paint(year.map { "\($0)" } ?? "all time", .title))
    output.print(lines: best(pattern.bestWindow))
    output.print("")
    output.print(lines: grid(pattern))
  }

  /// `best hours  20:00–23:00, mostly Tuesday: 12 of 20 sessions began then`.
  func best(_ window: Figure<HourPattern.Window>) -> [String] {
    lines("best hours", window) { best in
      let end = (best.startHour + HourPattern.windowHours) % 24
      let hours = "\(hour(best.startHour))–\(hour(end))"
      let weekday = TimeFormat.weekdays[best.weekday - 1]
      return "\(hours), mostly \(weekday): \(best.sessions) of \(window.count) sessions began then"
    }
  }

  private func hour(_ hour: Int) -> String { (hour < 10 ? "0" : "") + "\(hour):00" }

  /// A row for each weekday with a mark for each hour, the darker the longer, and its sum.
  private func grid(_ pattern: HourPattern) -> [String] {
    let most = pattern.hours.map(\.time).max() ?? .zero
    let heads = stride(from: 0, to: 24, by: 3).map { "\($0)".padded(to: 6) }.joined()
    let rows = (1...7).map { weekday in
      let hours = (0..<24).map { pattern.hour($0, on: weekday) }
      let marks = hours.map { mark($0.time, of: most) }.joined()
      let sum = hours.reduce(Milliseconds.zero) { $0 + $1.time }
      let name = TimeFormat.weekdays[weekday - 1].prefix(3)
      return "\(name)  \(marks) \(sum == .zero ? "" : text(sum))".trimmed
    }
    return [output.style.paint("     \(heads)".trimmed, .dim)] + rows
  }

  private func mark(_ time: Milliseconds, of most: Milliseconds) -> String {
    guard time > .zero, most > .zero else { return "· " }
    let step = min(3, Int(time.count * 4 / most.count))
    return ["░░", "▒▒", "▓▓", "██"][step]
  }
}

extension HourPattern {
  fileprivate func json(_ year: Int32?) -> JSON {
    figure.json([
      ("year", .number(year.map { Int64($0) })),
      ("hours", .array(hours.map(\.json))),
      ("best_window", bestWindow.json),
    ])
  }
}

extension HourPattern.Hour {
  fileprivate var json: JSON {
    .members(
      ("weekday", .integer(Int64(hourOfWeek / 24 + 1))),
      ("hour", .integer(Int64(hourOfWeek % 24))),
      ("active_seconds", time.secondsJSON),
      ("pages", .integer(amount)),
      ("sessions", .integer(Int64(sessions)))
    )
  }
}

extension Figure<HourPattern.Window> {
  var json: JSON {
    json([
      ("start_hour", .number(value.map { Int64($0.startHour) })),
      ("hours", .integer(Int64(HourPattern.windowHours))),
      ("weekday", .number(value.map { Int64($0.weekday) })),
      ("sessions", .number(value.map { Int64($0.sessions) })),
      ("share_hundredths", .number(value?.shareHundredths)),
    ])
  }
}
