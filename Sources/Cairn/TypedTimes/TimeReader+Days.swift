extension TimeReader {
  /// Returns the days an expression may mean, the likeliest first; never empty.
  ///
  /// The later ones apply if the first is in the future.
  package func days(_ expression: DayExpression, today: LocalDay) throws(CairnError) -> [LocalDay] {
    switch expression {
    case .ago(let count): return [today - count]
    case .weekday(let weekday):
      let back = (today.weekday - weekday + 7) % 7
      return [today - back, today - back - 7]
    case .lastWeekday(let weekday): return [today - ((today.weekday - weekday + 6) % 7 + 1)]
    case .date(let day, let month, let year, let weekday):
      let days = dates(day, month, year, today)
      guard let last = days.first(where: { $0 <= today }) ?? days.last else {
        throw .noSuchDay(day, month ?? today.civil.month)
      }
      guard weekday == nil || weekday == last.weekday else { throw .otherWeekday(last, format) }
      return days
    }
  }

  /// Returns the days of these numbers, the latest first; without a month that of the last twelve months.
  private func dates(
    _ day: Int32,
    _ month: Int32?,
    _ year: Int32?,
    _ today: LocalDay
  ) -> [LocalDay] {
    guard let month else {
      return (Int32(0)..<12).compactMap { back in
        let first = today.first(ofMonthsBefore: back)
        return LocalDay(year: first.year, month: first.civil.month, day: day)
      }
    }
    // Eight years contain a leap day, even around 2100.
    let years = year.map { [$0] } ?? (0...8).map { today.year - $0 }
    return years.compactMap { LocalDay(year: $0, month: month, day: day) }
  }
}

extension LocalDay {
  /// Returns the first day of the month a number of months earlier.
  package func first(ofMonthsBefore count: Int32) -> LocalDay {
    (0..<count).reduce(wholeMonth.lowerBound) { day, _ in (day - 1).wholeMonth.lowerBound }
  }
}
