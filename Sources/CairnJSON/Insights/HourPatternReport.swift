package import CairnInsights

/// The pattern of a year, or of all time.
package struct HourPatternReport: JSONModel {
  let pattern: HourPattern
  let year: Int32?

  /// Creates the report.
  package init(_ pattern: HourPattern, _ year: Int32?) {
    (self.pattern, self.year) = (pattern, year)
  }

  package static let fields = JSONFields<HourPatternReport>(
    [
      .init("year", .integer, \.year),
      .list(
        "hours",
        \.pattern.hours,
        [
          .init("weekday", .integer(1...7), \.weekday),
          .init("hour", .integer(0...23), \.hour),
          .init("active_seconds", \.time),
          .init("pages", \.amount),
          .init("sessions", \.sessions),
        ]
      ),
      .object("best_window", \.pattern.bestWindow, windowFields),
    ],
    figure: \.pattern.figure
  )

  /// The fields of the best window.
  static let windowFields = JSONFields<Figure<HourPattern.Window>>(
    named: "BestWindow",
    [
      .init("start_hour", .integer(0...23)) { $0.value?.startHour },
      .init("hours") { _ in HourPattern.windowHours },
      .init("weekday", .integer(1...7)) { $0.value?.weekday },
      .init("sessions") { $0.value?.sessions },
      .init("share_hundredths") { $0.value?.shareHundredths },
    ],
    figure: { $0 }
  )
}

extension HourPattern.Hour {
  fileprivate var weekday: Int { Int(hourOfWeek) / 24 + 1 }
  fileprivate var hour: Int { Int(hourOfWeek) % 24 }
}
