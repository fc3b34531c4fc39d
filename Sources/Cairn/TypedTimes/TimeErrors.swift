/// The accepted notations, listed in an error.
package enum TimeForms: String, Sendable, CaseIterable {
  case times = """
    Write 20:40, 8am, noon, 15m ago, yesterday 9pm, last friday 20:00, 5 jan 20:40, \
    2026-01-05 18:00 or 2026-01-05T18:00:00Z.
    """
  case ranges = """
    Write 20:00-21:15, 9-11am, 45m, 20:00+30m, yesterday 23:30-00:20, 2h ago - now or \
    2026-01-05 20:00..21:15.
    """
  case durations = "Write 45m, 90m, 1h30, 1h 30m, 1:30 or 30s; m is always minutes."
  case days = "Write today, yesterday, last friday, 5 jan or 2026-01-05."
  case dates = "Write 2025-02-01, 2025-02, 2025, february 2025, yesterday or 5 jan."
  case periods = """
    Write week, last month, last 7 days, 2025, 2025-03, 2026-W02, yesterday, monday.. or \
    2025-03-05..2025-03-09.
    """
}

extension CairnError {
  package static func unclear(_ text: String, _ expected: String, _ forms: TimeForms) -> CairnError
  {
    let nearest = NearestForm(text: TypedText.tidy(text))?.hint(forms)
    return CairnError(
      "usage.time",
      "“\(text)” is not \(expected).",
      hint: nearest ?? forms.rawValue
    )
  }

  package static func noSuchDay(_ day: Int32, _ month: Int32) -> CairnError {
    let name = CalendarText.months[Int(month) - 1]
    return CairnError(
      "usage.time",
      "\(name) has no day \(day).",
      hint: TimeForms.days.rawValue
    )
  }

  package static func otherWeekday(_ day: LocalDay, _ format: TimeFormat) -> CairnError {
    CairnError(
      "usage.time",
      "\(CalendarText.short(day, in: nil)) is a \(CalendarText.weekday(day)).",
      hint: "Write \(format.day(day)), or remove the day of the week."
    )
  }
}
