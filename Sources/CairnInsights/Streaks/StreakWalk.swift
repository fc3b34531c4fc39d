import Cairn

/// An iteration over days or weeks that skips rests.
struct StreakWalk {
  let rule: StreakRule
  let restDays: Set<LocalDay>
  let skipped: Set<LocalDay>

  /// Returns the chains of the steps that meet the minimum, in order.
  func chains(_ steps: [StreakStep]) -> [StreakChain] {
    steps.reduce(into: []) { chains, step in
      let last = chains.last?.steps.last?.day
      let index = chains.count - 1
      if let last, chains[index].rest(from: last, to: step.day, self) {
        chains[index].steps.append(step)
      } else {
        chains.append(StreakChain())
        chains[index + 1].steps = [step]
      }
    }
  }

  /// Returns the chain with its rests up to `today`; nil if an earlier step broke it.
  func alive(_ chain: StreakChain, at today: LocalDay) -> StreakChain? {
    guard let last = chain.steps.last?.day else { return nil }
    var chain = chain
    guard chain.rest(from: last, to: today, self) else { return nil }
    if last < today, let rest = rest(at: today) { chain.add(rest, today) }
    return chain
  }

  enum Rest {
    case restDay
    case skipped
  }

  /// Returns why a step may have no activity; nil if it may not.
  func rest(at step: LocalDay) -> Rest? {
    let days = (0..<rule.stride).map { step + $0 }
    guard days.allSatisfy({ restDays.contains($0) || skipped.contains($0) }) else { return nil }
    return days.allSatisfy(skipped.contains) ? .skipped : .restDay
  }
}

extension StreakChain {
  /// Adds the rests between two steps; changes nothing if any step between them is no rest.
  fileprivate mutating func rest(
    from last: LocalDay,
    to next: LocalDay,
    _ walk: StreakWalk
  ) -> Bool {
    var rested = self
    var step = last + walk.rule.stride
    while step < next {
      guard let rest = walk.rest(at: step) else { return false }
      rested.add(rest, step)
      step = step + walk.rule.stride
    }
    self = rested
    return true
  }

  fileprivate mutating func add(_ rest: StreakWalk.Rest, _ step: LocalDay) {
    switch rest {
    case .restDay: restDays.append(step)
    case .skipped: skipped.append(step)
    }
  }
}
