/// What was set by itself follows the sessions it came from; what was set by hand stays.
extension ReadThrough {
  /// Moves a start that was set by itself to the day of the earliest session.
  ///
  /// Back it moves always; ahead only when a session has `left` the day it stands on, and never
  /// past the end.
  public mutating func follow(earliest day: LocalDay, left days: Set<LocalDay>) {
    guard isStartAutomatic, let start = started?.day, day < start || days.contains(start),
      ended.map({ $0.last >= day }) ?? true
    else { return }
    started = PartialDay(day)
  }
}

extension Book {
  /// What becomes of a finish when the sessions of its reading have changed.
  public enum Finish: Sendable, Equatable {
    /// It is where it was, or on the day of the session that reached the last page.
    case stands
    /// It was set by hand, though no session reaches the last page any more.
    case standsByHand
    /// It is taken back: the reading is open again.
    case takenBack
  }

  /// Dates a finish that was set by itself by the day on which a session reached the last page.
  ///
  /// Without such a day the reading is open again, at the `place` where its sessions left it,
  /// unless another reading or another status has come since.
  public mutating func followFinish(
    of id: Identifier<ReadThrough>,
    on day: LocalDay?,
    at place: Position?
  ) -> Finish {
    guard let index = readThroughs.firstIndex(where: { $0.id == id }),
      readThroughs[index].outcome == .finished
    else { return .stands }
    guard readThroughs[index].isFinishAutomatic else { return day == nil ? .standsByHand : .stands }
    if let day {
      // A start that was set by itself follows as well, and is no bound.
      let reading = readThroughs[index]
      let start = reading.isStartAutomatic ? nil : reading.started?.first
      readThroughs[index].finished = PartialDay(max(day, start ?? day))
      readThroughs.sort { $0.precedes($1) }
      return .stands
    }
    // Of readings that ended on one day none is known to be the later one.
    guard entry.status == .read, openIndex == nil,
      readThroughs[index].ended == readThroughs.last?.ended
    else { return .standsByHand }
    readThroughs[index].outcome = nil
    (readThroughs[index].finished, readThroughs[index].isFinishAutomatic) = (nil, false)
    readThroughs[index].position = place ?? (try? Position.page(0, of: pages))
    readThroughs.sort { $0.precedes($1) }
    adopt(.reading)
    return .takenBack
  }
}
