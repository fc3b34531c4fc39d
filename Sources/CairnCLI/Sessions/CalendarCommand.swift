import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var calendar: Command {
    Command(
      "calendar",
      summary: "Show a month or a year, day by day.",
      discussion:
        "The legend under the calendar explains the shades. Rest days are marked.",
      examples: [
        Example("cairn calendar", "this month"),
        Example("cairn calendar 2026 --measure pages", "pages per day of a year"),
        Example("cairn calendar march --svg march.svg", "as an SVG image"),
      ],
      arguments: [
        .optional("period", "A month or a year: 2026-03, march, 2026.", completion: .live("months"))
      ],
      options: [.drawnPeriod, .measure, .kind, .table, .svg, .pixels, .list(["days"])],
      action: { invocation, context in
        try await context.withLog { log in
          let today = try await context.today(in: log)
          let period = try invocation.period(today: today)
          let activity = try await log.activity(
            try invocation.kind(of: context.modules),
            until: today
          )
          let report = try await CalendarReport(
            activity,
            try invocation.measure(),
            period?.days.lowerBound ?? today,
            isYear: period?.cadence == .yearly,
            today: today,
            log
          )
          try context.show(report.chart, invocation, data: report) {
            context.lines(of: report.chart)
          }
          return .done
        }
      }
    )
  }
}

extension Option {
  static var measure: Option {
    .value(
      "measure",
      "MEASURE",
      "The measure (minutes).",
      completion: .values(Measure.all.map(\.name))
    )
  }
  static var drawnPeriod: Option {
    .value("in", "PERIOD", "Same as PERIOD.", completion: .live("months"))
  }
  static var table: Option { .flag("table", "Print a table instead of a chart.") }
  static var svg: Option {
    .value("svg", "FILE", "Write an SVG image to a new file; - prints it.", completion: .files)
  }
  static var pixels: Option {
    .value("width", "PIXELS", "Width of the image in pixels (720).")
  }
}

extension Invocation {
  /// Returns the month or year of the argument or of `--in`; nil without either.
  ///
  /// Throws `usage.period` for both, and `usage.time`.
  func period(today: LocalDay) throws(CairnError) -> CalendarPeriod? {
    let (placed, named) = (value("period"), value("in"))
    guard placed == nil || named == nil else {
      throw .exclusive("usage.period", ["PERIOD", "--in"])
    }
    guard let text = placed ?? named else { return nil }
    return try CalendarPeriod(text, today: today)
  }

  /// Returns the typed measure, singular or plural; minutes by default.
  func measure() throws(CairnError) -> Measure {
    if let measure = value("measure").flatMap({ Measure(word: $0) }) { return measure }
    _ = try choice("measure", of: Measure.all.map(\.name))
    return .minutes
  }
}
