extension LogView {
  /// Which of two sessions takes the time that both have.
  private struct Precedence: Hashable {
    let taker: Int
    let giver: Int
  }

  /// Takes the time of sessions that were logged over others from these.
  ///
  /// Of two that were logged over
  /// each other, the later statement holds.
  mutating func makeRoom() {
    let stamps = precedences()
    guard !stamps.isEmpty else { return }
    let taken = sessions.map { $0.segments }
    for (pair, stamp) in stamps {
      let opposite = stamps[Precedence(taker: pair.giver, giver: pair.taker)]
      guard opposite.map({ $0 <= stamp }) ?? true else { continue }
      let rest = sessions[pair.giver].segments.subtracting(taken[pair.taker])
      sessions[pair.giver].segments = rest
      if rest.isEmpty { issues.insert(MergeIssue(.noTimeLeft, sessions[pair.giver].id)) }
    }
  }

  private func precedences() -> [Precedence: Stamp] {
    var stamps: [Precedence: Stamp] = [:]
    for index in content.sessions.indices where !content.sessions[index].over.isEmpty {
      guard let taker = sessionOf[index] else { continue }
      for (record, stamp) in content.sessions[index].over {
        guard let giver = content.sessions.index(of: record).flatMap({ sessionOf[$0] }),
          giver != taker
        else { continue }
        let pair = Precedence(taker: taker, giver: giver)
        stamps[pair] = max(stamp, stamps[pair] ?? stamp)
      }
    }
    return stamps
  }

  /// Reports sessions of a kind that have time in common: both count.
  mutating func reportOverlaps() {
    var spans: [(start: Instant, limit: Instant, session: Int)] = []
    guard sessions.count > 1 else { return }
    spans.reserveCapacity(sessions.count)
    for index in sessions.indices {
      for segment in sessions[index].segments {
        spans.append((segment.start, segment.limit, index))
      }
    }
    spans.sort { $0.start < $1.start }
    var open: [(limit: Instant, session: Int)] = []
    for (start, limit, session) in spans {
      open.removeAll { $0.limit <= start }
      for other in open where sessions[other.session].kind == sessions[session].kind {
        reportOverlap(session, other.session)
      }
      open.append((limit, session))
    }
  }

  private mutating func reportOverlap(_ one: Int, _ other: Int) {
    guard one != other else { return }
    let (id, otherID) = (sessions[one].id, sessions[other].id)
    issues.insert(MergeIssue(.overlap, min(id, otherID), max(id, otherID)))
  }
}
