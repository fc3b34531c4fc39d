public import Cairn

/// A value axis from 0 upwards with round numbers.
struct Scale: Sendable, Equatable {
  /// The distance between two grid lines.
  let step: Int64
  /// The highest grid line, at or above the largest value.
  let top: Int64

  /// Picks a round step that needs at most `lines` steps: 1, 2, 5, 10…; for minutes 15m, 1h….
  init(_ measure: Measure, upTo largest: Int64, lines: Int64 = 5) {
    step = Self.step(measure) { $0 * lines >= largest }
    top = max(1, (largest + step - 1) / step) * step
  }

  /// The grid lines, including 0.
  var ticks: [Int64] { (0...(top / step)).map { $0 * step } }

  /// Returns the first round number that satisfies `isEnough`.
  static func step(_ measure: Measure, _ isEnough: (Int64) -> Bool) -> Int64 {
    if measure == .minutes, let few = [1, 2, 5, 10, 15, 20, 30].first(where: isEnough) {
      return few
    }
    var unit: Int64 = measure == .minutes ? 60 : 1
    while unit < Int64.max / 100 {
      for factor in [1, 2, 5] as [Int64] where isEnough(unit * factor) { return unit * factor }
      unit *= 10
    }
    return unit
  }
}

/// Five shades for calendar days: one for empty days and four steps of round numbers.
///
/// One day in ten may exceed the last step, so that one long day does not make all others pale.
public struct Shades: Sendable, Equatable {
  /// The measure of the amounts.
  public let measure: Measure
  /// The width of a step; the last step has no upper bound.
  public let step: Int64

  /// Computes the steps from the amounts of the days, in any order.
  public init(_ measure: Measure, _ values: [Int64]) {
    let sorted = values.filter { $0 > 0 }.sorted()
    let percentile90 = sorted.isEmpty ? 1 : sorted[(sorted.count - 1) * 9 / 10]
    self.measure = measure
    step = Scale.step(measure) { $0 * 4 >= percentile90 }
  }

  /// Returns the shade of a value, from 0 for an empty day to 4.
  public func level(_ value: Int64) -> Int {
    value <= 0 ? 0 : Int(min(4, (value - 1) / step + 1))
  }

  /// Returns the legend of a shade: `none`, `≤ 15m`, `≤ 30m`, `≤ 45m`, `> 45m`.
  public func text(_ level: Int) -> String {
    switch level {
    case 0: "none"
    case 1...3: "≤ \(measure.brief(step * Int64(level)))"
    default: "> \(measure.brief(step * 3))"
    }
  }
}
