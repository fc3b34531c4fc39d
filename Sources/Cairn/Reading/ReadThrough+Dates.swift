extension ReadThrough {
  /// The end date for any outcome; nil while it is open, or if unknown.
  public var ended: PartialDay? { finished ?? stopped }

  /// The days from start to finish, 0 for the same day; nil unless both days are known.
  public var days: Int32? { Self.days(from: started, to: finished) }

  /// Returns the days from one date to another, 0 for the same day; nil unless both are known.
  public static func days(from started: PartialDay?, to finished: PartialDay?) -> Int32? {
    guard let start = started?.day, let finish = finished?.day else { return nil }
    return finish - start
  }

  /// The year of the finish; nil if unknown, or if it was not finished.
  public var readingYear: Int32? { outcome == .finished ? finished?.year : nil }

  /// The month of the finish, 1–12; nil if unknown, or if it was not finished.
  public var readingMonth: Int32? { outcome == .finished ? finished?.month : nil }

  /// Orders the read-throughs of an entry by end date; an open one comes last.
  ///
  /// Without a known end date the start date counts; without both, the read-through comes first. IDs
  /// only break ties, because those of imports are derived and carry no time.
  public func precedes(_ other: ReadThrough) -> Bool {
    let (left, right) = (outcome == nil, other.outcome == nil)
    if left != right { return right }
    let (mine, theirs) = (ended ?? started, other.ended ?? other.started)
    if mine == theirs { return id < other.id }
    guard let mine else { return true }
    guard let theirs else { return false }
    return mine < theirs
  }

  /// Sets the dates by hand; nil means unknown.
  ///
  /// A date with only a month or a year is rejected only if none of its days is valid. After an error
  /// nothing has changed. Throws `reading.finish_before_start`, `reading.day_in_future`, and
  /// `reading.date_not_applicable` for an end date that does not fit the outcome.
  public mutating func setDays(
    started newStart: PartialDay?,
    finished newFinish: PartialDay?,
    stopped newStop: PartialDay? = nil,
    today: LocalDay
  ) throws(CairnError) {
    try requireEnd(finished: newFinish, stopped: newStop)
    for date in [newStart, newFinish, newStop] { try date?.requirePast(today) }
    if let newStart, let newEnd = newFinish ?? newStop, newEnd.isSurelyBefore(newStart) {
      throw Self.endsBeforeStart(newFinish == nil ? "stopped" : "finished", newEnd, newStart)
    }
    (started, finished, stopped) = (newStart, newFinish, newStop)
  }

  private func requireEnd(
    finished: PartialDay?,
    stopped: PartialDay?
  ) throws(CairnError) {
    let (isFinished, isStopped) = (outcome == .finished, outcome != nil && outcome != .finished)
    if let finished, !isFinished {
      throw noSuchDay("finished", finished, "Finish it first: `cairn book status BOOK read`.")
    }
    if let stopped, !isStopped {
      let hint = "Mark it as not finished first: `cairn book status BOOK did-not-finish`."
      throw noSuchDay("stopped", stopped, hint)
    }
  }

  private func noSuchDay(_ word: String, _ date: PartialDay, _ hint: String) -> CairnError {
    CairnError(
      "reading.date_not_applicable",
      "This reading \(state), so it cannot have been \(word) \(CalendarText.date(date)).",
      hint: hint
    )
  }

  private var state: String {
    switch outcome {
    case nil: "is still open"
    case .finished: "was finished"
    case .gaveUp: "was not finished"
    default: "was reset"
    }
  }

  private static func endsBeforeStart(
    _ word: String,
    _ end: PartialDay,
    _ start: PartialDay
  ) -> CairnError {
    CairnError(
      "reading.finish_before_start",
      "A book cannot be \(word) \(CalendarText.date(end)), before it was started "
        + "\(CalendarText.date(start)).",
      hint: "Correct the start as well, or clear it."
    )
  }
}

extension PartialDay {
  /// Throws `reading.day_in_future` if all days of the date are after today.
  fileprivate func requirePast(_ today: LocalDay) throws(CairnError) {
    guard first > today else { return }
    throw CairnError(
      "reading.day_in_future",
      "\(CalendarText.date(self)) is in the future; today is \(CalendarText.day(today)).",
      hint: "Give today or an earlier day."
    )
  }
}
