import Cairn

/// From when to when a book was read, as far as a file tells.
struct ReadingDays: Equatable {
  var started: PartialDay?
  var ended: PartialDay?
}

extension ImportedBook {
  /// Sets the readings from the days a file tells, how often it was read and how the person stands
  /// to it; a book that was read has at least one, and none is dated that has no days.
  ///
  /// The last days are those of the reading under way when the book is being read, and of the one
  /// given up when it was. `count` is of readings that were finished.
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
    let least = status == .read ? 1 : 0
    let undated = min(100, max(Int(clamping: count), least)) - past.count
    readings = [ImportedReading](repeating: ImportedReading(), count: max(0, undated))
    readings += past.map { ImportedReading(started: $0.started, ended: $0.ended) }
    if status == .read, let last = readings.indices.last {
      readings[last].quarterStars = quarterStars
    }
    readings += latest
  }
}

extension RowCells {
  /// The days with an end that comes before its start taken as unknown, which is noted.
  mutating func possible(_ days: ReadingDays, _ column: String) -> ReadingDays {
    guard let started = days.started, let ended = days.ended, ended.isSurelyBefore(started) else {
      return days
    }
    note("import.days", "\(column): \(ended.text) is before \(started.text), where it began.")
    return ReadingDays()
  }
}
