/// Dates that were set automatically follow the sessions; dates set by hand stay.
extension ReadThrough {
  /// Moves an automatic start date to the day of the earliest session.
  ///
  /// It can always move back. It moves forward only if its day is in `days`, which a session left, and
  /// never past the end date.
  public mutating func follow(earliest day: LocalDay, left days: Set<LocalDay>) {
    guard isStartAutomatic, let start = started?.day, day < start || days.contains(start),
      ended.map({ $0.last >= day }) ?? true
    else { return }
    started = PartialDay(day)
  }
}

extension Book {
  /// The effect of changed sessions on the finish of their read-through.
  public enum Finish: Sendable, Equatable {
    /// The finish is kept, or moved to the day of the session that reached the last page.
    case kept
    /// The finish is kept as set by hand, although no session reaches the last page any more.
    case keptByHand
    /// The finish is removed and the read-through is open again.
    case reopened
  }

  /// Moves an automatic finish to the day on which a session reached the last page.
  ///
  /// Without such a day the read-through is reopened at `position`, where its sessions ended, unless a
  /// newer read-through or another status exists.
  public mutating func reconcileFinish(
    of id: Identifier<ReadThrough>,
    on day: LocalDay?,
    at position: Position?
  ) -> Finish {
    guard let index = readThroughs.firstIndex(where: { $0.id == id }),
      readThroughs[index].outcome == .finished
    else { return .kept }
    guard readThroughs[index].isFinishAutomatic else { return day == nil ? .keptByHand : .kept }
    if let day {
      // An automatic start date moves as well, so it is no lower bound.
      let reading = readThroughs[index]
      let start = reading.isStartAutomatic ? nil : reading.started?.first
      readThroughs[index].finished = PartialDay(max(day, start ?? day))
      readThroughs.sort { $0.precedes($1) }
      return .kept
    }
    // Of read-throughs that ended on the same day, none is known to be the latest.
    guard entry.status == .read, openIndex == nil,
      readThroughs[index].ended == readThroughs.last?.ended
    else { return .keptByHand }
    readThroughs[index].outcome = nil
    (readThroughs[index].finished, readThroughs[index].isFinishAutomatic) = (nil, false)
    readThroughs[index].position = position ?? (try? Position.page(0, of: pages))
    readThroughs.sort { $0.precedes($1) }
    setStatus(.reading)
    return .reopened
  }
}
