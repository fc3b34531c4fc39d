extension LocalDay {
  /// The day of another year that has this day for an anniversary.
  ///
  /// 29 February has 28 February for its anniversary in common years: the same month, and no day
  /// is remembered twice. Hence 28 February of a common year remembers both.
  public func remembers(_ earlier: LocalDay) -> Bool {
    guard earlier.year < year else { return false }
    let (now, then) = (civil, earlier.civil)
    if now.month == then.month, now.day == then.day { return true }
    let isLastOfFebruary = now.month == 2 && (self + 1).civil.month == 3
    return isLastOfFebruary && then.month == 2 && then.day == 29
  }

  /// The days of the years from `first` on, up to the year before this day's, that it remembers.
  public func remembered(since first: Int32) -> [LocalDay] {
    let (thisYear, month, day) = civil
    guard first < thisYear else { return [] }
    var days: [LocalDay] = []
    for year in first..<thisYear {
      for number in day...max(day, month == 2 ? 29 : day) {
        guard let candidate = LocalDay(year: year, month: month, day: number) else { continue }
        if remembers(candidate) { days.append(candidate) }
      }
    }
    return days
  }
}
