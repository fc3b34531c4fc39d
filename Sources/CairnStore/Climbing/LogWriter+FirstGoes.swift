import Cairn
import CairnSQL

extension LogWriter {
  /// Takes the onsight or the flash from sends that an undo has put behind other attempts.
  ///
  /// An attempt that comes back meets attempts that were logged while it was gone: what was a
  /// first go then is none now. Attempts that came with their climb were as they are before.
  func mendFirstGoes(after changes: [Change]) throws {
    let own = Set(changes.filter { $0.kind == Attempt.recordKind }.map(\.id))
    let whole = Set(changes.filter { $0.kind == Climb.recordKind }.map(\.id))
    try mendFirstGoes(of: own, butNotOn: whole)
    for change in changes where change.kind == SessionRecord.kind {
      let id = SessionID(change.id)
      try mendFirstGoes(across: ClimbQuery.all(of: id, in: connection).map(\.climb.id))
    }
  }

  /// Takes the onsight or the flash from sends that come to stand behind attempts that were not
  /// known when they were logged.
  ///
  /// These are attempts of `own` among others of a climb that did not come `whole`, and climbs with
  /// any of both among other cards of the same climb.
  func mendFirstGoes(of own: Set<RecordID>, butNotOn whole: Set<RecordID>) throws {
    let climbs = Set(try own.compactMap { try find(Attempt.self, $0)?.climb })
    for climb in climbs.sorted() where !whole.contains(climb.record) {
      if let row = try ClimbQuery.find(climb, in: connection) { try mend(row, own) }
    }
    try mendFirstGoes(across: climbs.union(whole.map { Identifier($0) }).sorted())
  }

  /// Takes the onsight or the flash from sends that stand behind attempts which another device logged.
  ///
  /// Attempts that come with their climb are as they were said.
  func followAttempts(in push: SyncPush) throws {
    let changes = push.lines.flatMap { $0.mutation.netChanges }
    let new = changes.filter { $0.kind == Climb.recordKind && $0.set["position"] != .null }
    let climbs = Set(new.map(\.id.text))
    let late = changes.filter { change in
      guard change.kind == Attempt.recordKind, case .text(let climb) = change.set["climb"]
      else { return false }
      return !climbs.contains(climb)
    }
    guard !late.isEmpty else { return }
    try beginRule()
    title = "Say of a send how it was, after attempts on another device"
    try mendFirstGoes(of: Set(late.map(\.id)), butNotOn: [])
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

extension LogWriter {
  /// Takes the onsight or the flash from sends that come to stand behind attempts of the same day on
  /// other cards of the same climb, since `cards` have come, changed or moved.
  ///
  /// Only the order between these cards and all others is looked at: what was said of them among
  /// themselves, in a logbook of another app say, stands as it was said.
  func mendFirstGoes(across cards: [Identifier<Climb>]) throws {
    let changed = Set(cards)
    var seen: Set<Identifier<Climb>> = []
    for card in cards where !seen.contains(card) {
      guard let row = try ClimbQuery.find(card, in: connection), row.climb.name != nil
      else { continue }
      let day = try sameClimb(thatDay: row)
      seen.formUnion(day.map(\.climb.id).filter(changed.contains))
      for (index, later) in day.enumerated() { try mend(later, behind: day[..<index], changed) }
    }
  }

  private func mend(
    _ row: ClimbRow,
    behind earlier: ArraySlice<ClimbRow>,
    _ changed: Set<Identifier<Climb>>
  ) throws {
    let isChanged = changed.contains(row.climb.id)
    let before = earlier.filter {
      changed.contains($0.climb.id) != isChanged && $0.isSameGrade(as: row)
    }
    let tries = before.reduce(0) { $0 + $1.attempts.count }
    guard tries > 0 else { return }
    for (index, attempt) in row.attempts.enumerated() where attempt.tick?.isFirstGo == true {
      var attempt = attempt
      attempt.follow(row.climb, after: tries + index)
      try save(attempt)
    }
  }
}

extension ClimbRow {
  /// Whether two cards can be one climb by their grades: the same one, or none on one of them.
  fileprivate func isSameGrade(as other: ClimbRow) -> Bool {
    guard let grade = climb.grade, let second = other.climb.grade else { return true }
    return grade.text.lowercased() == second.text.lowercased()
  }
}
