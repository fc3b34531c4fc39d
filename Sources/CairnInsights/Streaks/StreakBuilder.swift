import Cairn

/// A builder of the runs of a streak, which skips rests.
struct StreakBuilder {
  let rule: StreakRule
  let restDays: Set<LocalDay>
  let skipped: Set<LocalDay>

  /// Returns the runs of the steps that meet the minimum, in order.
  func runs(_ steps: [StreakStep]) -> [StreakRun] {
    steps.reduce(into: []) { runs, step in
      let last = runs.last?.steps.last?.day
      let index = runs.count - 1
      if let last, runs[index].rest(from: last, to: step.day, self) {
        runs[index].steps.append(step)
      } else {
        runs.append(StreakRun())
        runs[index + 1].steps = [step]
      }
    }
  }

  /// Returns the run with its rests up to `today`; nil if an earlier step broke it.
  func alive(_ run: StreakRun, at today: LocalDay) -> StreakRun? {
    guard let last = run.steps.last?.day else { return nil }
    var run = run
    guard run.rest(from: last, to: today, self) else { return nil }
    if last < today, let rest = rest(at: today) { run.add(rest, today) }
    return run
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

extension StreakRun {
  /// Adds the rests between two steps; changes nothing if any step between them is no rest.
  fileprivate mutating func rest(
    from last: LocalDay,
    to next: LocalDay,
    _ builder: StreakBuilder
  ) -> Bool {
    var rested = self
    var step = last + builder.rule.stride
    while step < next {
      guard let rest = builder.rest(at: step) else { return false }
      rested.add(rest, step)
      step = step + builder.rule.stride
    }
    self = rested
    return true
  }

  fileprivate mutating func add(_ rest: StreakBuilder.Rest, _ step: LocalDay) {
    switch rest {
    case .restDay: restDays.append(step)
    case .skipped: skipped.append(step)
    }
  }
}
