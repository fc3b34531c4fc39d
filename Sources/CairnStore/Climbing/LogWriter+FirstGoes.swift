import Cairn
import CairnSQL

extension LogWriter {
  /// Takes the onsight or the flash from sends that an undo has put behind other attempts.
  ///
  /// An attempt that comes back meets attempts that were logged while it was gone: what was a
  /// first go then is none now. Attempts that came with their climb were as they are before.
  func mendFirstGoes(after changes: [Change]) throws {
    let own = Set(changes.filter { $0.kind == Attempt.recordKind }.map(\.id))
    guard !own.isEmpty else { return }
    let whole = Set(changes.filter { $0.kind == Climb.recordKind }.map(\.id))
    try mendFirstGoes(of: own, butNotOn: whole)
  }

  /// Takes the onsight or the flash from sends that come to stand behind attempts that were not
  /// known when they were logged: those of `own` among others, on climbs that did not come `whole`.
  func mendFirstGoes(of own: Set<RecordID>, butNotOn whole: Set<RecordID>) throws {
    let climbs = Set(try own.compactMap { try find(Attempt.self, $0)?.climb })
    for climb in climbs.sorted() where !whole.contains(climb.record) {
      if let row = try ClimbQuery.find(climb, in: connection) { try mend(row, own) }
    }
  }

  private func mend(_ row: ClimbRow, _ own: Set<RecordID>) throws {
    let isOwn = row.attempts.map { own.contains($0.id.record) }
    for (index, attempt) in row.attempts.enumerated()
    where isOwn[..<index].contains(!isOwn[index]) {
      var attempt = attempt
      attempt.follow(row.climb, after: index)
      try save(attempt)
    }
  }
}
