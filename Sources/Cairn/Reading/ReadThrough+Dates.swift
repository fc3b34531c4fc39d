extension ReadThrough {
  /// The date it came to an end in whatever way; nil while it is open, or when unknown.
  public var ended: PartialDay? { finished ?? stopped }

  /// Days from start to finish, nil unless both days are known; the same day is 0.
  public var days: Int32? { Self.days(from: started, to: finished) }

  /// Days from one date to another, without the first; nil unless both days are known.
  public static func days(from started: PartialDay?, to finished: PartialDay?) -> Int32? {
    guard let start = started?.day, let finish = finished?.day else { return nil }
    return finish - start
  }

  /// The year it was finished in; nil when that is unknown, or it was not finished.
  public var readingYear: Int32? { outcome == .finished ? finished?.year : nil }

  /// The month it was finished in, 1–12; nil when that is unknown, or it was not finished.
  public var readingMonth: Int32? { outcome == .finished ? finished?.month : nil }

  /// Orders the readings of an entry: the open one last, the others by when they ended.
  ///
  /// One that ended on an unknown date stands at its start, or first. Ids of imports are derived
  /// and tell no time; they only settle what the dates leave open.
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
  /// Dates of which only the month or the year is known are refused only when no day of theirs
  /// would do. On an error nothing changes. Throws `reading.finish_before_start`,
  /// `reading.day_in_future`, and `reading.no_such_day` for an end that the outcome does not have.
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
      let hint = "Give it up first: `cairn book status BOOK did-not-finish`."
      throw noSuchDay("stopped", stopped, hint)
    }
  }

  private func noSuchDay(_ word: String, _ date: PartialDay, _ hint: String) -> CairnError {
    CairnError(
      "reading.no_such_day",
      "This reading \(state), so it cannot have been \(word) \(date.text).",
      hint: hint
    )
  }

  private var state: String {
    switch outcome {
    case nil: "is still open"
    case .finished: "was finished"
    case .gaveUp: "was given up"
    default: "was put back"
    }
  }

  private static func endsBeforeStart(
    _ word: String,
    _ end: PartialDay,
    _ start: PartialDay
  ) -> CairnError {
    CairnError(
      "reading.finish_before_start",
      "A book cannot be \(word) \(end.text), before it was started \(start.text).",
      hint: "Change the start as well, or clear it."
    )
  }
}

extension PartialDay {
  /// Throws `reading.day_in_future` when no day of it has come.
  fileprivate func requirePast(_ today: LocalDay) throws(CairnError) {
    guard first > today else { return }
    throw CairnError(
      "reading.day_in_future",
      "\(text) is after today, \(today.text).",
      hint: "Give a day that has come."
    )
  }
}
