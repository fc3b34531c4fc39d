import Cairn

/// The start and end date of a reading, as far as a file has them.
struct ReadingDays: Equatable {
  var started: PartialDay?
  var ended: PartialDay?
}

extension ImportedBook {
  /// Sets the readings from the dates, the number of finished readings and the status.
  ///
  /// A finished book has at least one reading; readings beyond `days` are undated. The last dates
  /// belong to the open reading of a book in progress, or to the abandoned one of a book that was not
  /// finished.
  mutating func setReadings(_ days: [ReadingDays], count: Int64 = 0) {
    var past = days
    let latest: [ImportedReading]
    switch status {
    case .reading?, .paused?:
      let open = past.last.flatMap { $0.ended == nil ? past.popLast() : nil }
      latest = [ImportedReading(started: open?.started, outcome: nil)]
    case .didNotFinish?:
      let last = past.popLast()
      latest = [ImportedReading(started: last?.started, ended: last?.ended, outcome: .gaveUp)]
    default: latest = []
    }
    let minimum = status == .read ? 1 : 0
    let undated = min(100, max(Int(clamping: count), minimum)) - past.count
    readings = [ImportedReading](repeating: ImportedReading(), count: max(0, undated))
    readings += past.map { ImportedReading(started: $0.started, ended: $0.ended) }
    if status == .read, let last = readings.indices.last {
      readings[last].quarterStars = quarterStars
    }
    readings += latest
  }
}

extension RowCells {
  /// Returns the dates, or unknown dates and an issue if the end is before the start.
  mutating func possible(_ days: ReadingDays, _ column: String) -> ReadingDays {
    guard let started = days.started, let ended = days.ended, ended.isSurelyBefore(started) else {
      return days
    }
    note(
      "import.reversed_dates",
      "\(column): \(CalendarText.date(ended)) is before the start, \(CalendarText.date(started))."
    )
    return ReadingDays()
  }
}
