extension LocalDay {
  /// Returns whether this day is the anniversary of an earlier day.
  ///
  /// In common years, the anniversary of 29 February is 28 February: the same month, and no day has
  /// two anniversaries in a year. 28 February of a common year is therefore the anniversary of both.
  public func isAnniversary(_ earlier: LocalDay) -> Bool {
    guard earlier.year < year else { return false }
    let (now, then) = (civil, earlier.civil)
    if now.month == then.month, now.day == then.day { return true }
    let isLastOfFebruary = now.month == 2 && (self + 1).civil.month == 3
    return isLastOfFebruary && then.month == 2 && then.day == 29
  }

  /// Returns the days that have this day as anniversary, from the year `first` to the year before.
  public func remembered(since first: Int32) -> [LocalDay] {
    let (thisYear, month, day) = civil
    let first = max(first, LocalDay(number: -Self.maximum).year)
    guard first < thisYear else { return [] }
    var days: [LocalDay] = []
    for year in first..<thisYear {
      for number in day...max(day, month == 2 ? 29 : day) {
        guard let candidate = LocalDay(year: year, month: month, day: number) else { continue }
        if isAnniversary(candidate) { days.append(candidate) }
      }
    }
    return days
  }
}
