public import Cairn

/// Round numbers for the axis of a chart, from 0 up.
struct Scale: Sendable, Equatable {
  /// From one line of the axis to the next.
  let step: Int64
  /// The highest line; at least the largest value.
  let top: Int64

  /// Chooses at most `lines` steps that a person would choose: 1, 2, 5, 10; of minutes 15m, 1h.
  init(_ measure: Measure, upTo largest: Int64, lines: Int64 = 5) {
    step = Self.step(measure) { $0 * lines >= largest }
    top = max(1, (largest + step - 1) / step) * step
  }

  /// The lines, 0 included.
  var ticks: [Int64] { (0...(top / step)).map { $0 * step } }

  /// The first round number that is large enough.
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

/// Five shades for the days of a calendar: nothing, and four steps of round numbers.
///
/// One day in ten may lie above the last step, so that one long day does not make all others pale.
public struct Shades: Sendable, Equatable {
  /// What the steps are of.
  public let measure: Measure
  /// The width of a step; the last one is open above.
  public let step: Int64

  /// Finds the steps for what days hold, in any order.
  public init(_ measure: Measure, _ values: [Int64]) {
    let sorted = values.filter { $0 > 0 }.sorted()
    let most = sorted.isEmpty ? 1 : sorted[(sorted.count - 1) * 9 / 10]
    self.measure = measure
    step = Scale.step(measure) { $0 * 4 >= most }
  }

  /// The shade of a value: 0 for nothing, up to 4.
  public func level(_ value: Int64) -> Int {
    value <= 0 ? 0 : Int(min(4, (value - 1) / step + 1))
  }

  /// What a shade stands for: `none`, `≤ 15m`, `≤ 30m`, `≤ 45m`, `> 45m`.
  public func text(_ level: Int) -> String {
    switch level {
    case 0: "none"
    case 1...3: "≤ \(measure.brief(step * Int64(level)))"
    default: "> \(measure.brief(step * 3))"
    }
  }
}
