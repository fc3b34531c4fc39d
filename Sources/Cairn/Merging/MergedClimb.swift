/// A climb as it is shown.
package struct MergedClimb: IdentifiedFields, Sendable {
  /// The record.
  package let id: RecordID
  /// The index of its session.
  package let session: Int
  /// The name.
  package let name: String?
  /// The attempts, in order of time.
  package internal(set) var attempts: [MergedAttempt] = []
}

/// An attempt as it is shown.
package struct MergedAttempt: Sendable {
  /// The record.
  package let id: RecordID
  /// The tick: as stated, otherwise by the order of attempts; nil for a fall.
  package let tick: String?
  /// Whether the tick counts; not for a flash that is not the first attempt.
  package let isCounted: Bool
}

/// What a first attempt is the first of.
private struct ClimbKey: Hashable {
  let session: Int
  let name: String?
}

extension LogView {
  /// Finds the session and the ticks of each climb.
  mutating func showClimbs() {
    guard !content.climbs.isEmpty else { return }
    for climb in content.climbs where !climb.isDeleted {
      let record = climb.session.flatMap { content.sessions.index(of: $0) }
      guard let session = record.flatMap({ sessionOf[$0] }) else { continue }
      climbs.append(MergedClimb(id: climb.id, session: session, name: climb.name))
    }
    let attempts = attempts()
    let firsts = firsts(attempts)
    for index in climbs.indices {
      let key = ClimbKey(session: climbs[index].session, name: climbs[index].name)
      for attempt in attempts[index] { show(attempt, index, firsts[key]?.id == attempt.id) }
    }
  }

  private func attempts() -> [[AttemptFields]] {
    var attempts: [[AttemptFields]] = Array(repeating: [], count: climbs.count)
    for attempt in content.attempts where !attempt.isDeleted {
      guard let climb = attempt.climb.flatMap({ climbs.index(of: $0) }) else { continue }
      attempts[climb].append(attempt)
    }
    return attempts.map { $0.sorted(by: Self.precedes) }
  }

  private static func precedes(_ left: AttemptFields, _ right: AttemptFields) -> Bool {
    left.at != right.at ? left.at < right.at : left.id < right.id
  }

  private func firsts(_ attempts: [[AttemptFields]]) -> [ClimbKey: AttemptFields] {
    var firsts: [ClimbKey: AttemptFields] = [:]
    for (climb, attempts) in zip(climbs, attempts) {
      guard let attempt = attempts.first else { continue }
      let key = ClimbKey(session: climb.session, name: climb.name)
      if firsts[key].map({ Self.precedes(attempt, $0) }) ?? true { firsts[key] = attempt }
    }
    return firsts
  }

  private mutating func show(_ attempt: AttemptFields, _ climb: Int, _ isFirst: Bool) {
    let derived = attempt.isSend ? (isFirst ? "flash" : "redpoint") : nil
    let tick = attempt.tick ?? derived
    let isCounted = isFirst || tick != "flash"
    climbs[climb].attempts.append(MergedAttempt(id: attempt.id, tick: tick, isCounted: isCounted))
    if !isCounted { issues.insert(MergeIssue(.notFirstAttempt, attempt.id)) }
  }
}
