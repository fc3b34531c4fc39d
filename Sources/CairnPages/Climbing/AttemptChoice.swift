package import Cairn

/// The result of an attempt as one form value: the name of its tick or result, or empty if unknown.
package struct AttemptChoice: Hashable {
  package let result: AttemptResult?
  package let tick: Tick?

  package init(_ attempt: Attempt) {
    (result, tick) = (attempt.result, attempt.tick)
  }

  private init(_ result: AttemptResult?, _ tick: Tick? = nil) {
    (self.result, self.tick) = (result, tick)
  }

  /// Parses the form value; an unknown value yields no result.
  package init(name: String) {
    tick = Tick(name: name)
    result = tick == nil ? AttemptResult(name: name) : .sent
  }

  var name: String { tick?.name ?? result?.name ?? "" }
  var label: String {
    // A tick implies a send, and a phone has no room for both words.
    tick?.name ?? result?.label ?? "unknown"
  }

  /// Returns the results that the discipline allows, and those that `attempts` already have.
  static func all(_ discipline: Discipline?, with attempts: [Attempt]) -> [AttemptChoice] {
    let ticks = discipline?.ticks ?? Tick.all
    let common =
      [AttemptChoice(.fell), AttemptChoice(.sent)] + ticks.map { AttemptChoice(.sent, $0) }
    let known = common + [AttemptChoice(nil)]
    return known + Set(attempts.map { AttemptChoice($0) }).filter { !known.contains($0) }
  }
}
