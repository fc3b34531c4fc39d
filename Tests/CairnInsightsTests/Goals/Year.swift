import Cairn
import CairnInsights
import CairnTestKit

extension Activity {
  /// Returns random activity over a year or two, with finish dates of every precision.
  static func random(seed: UInt64) -> Activity {
    var random = SeededGenerator(seed: seed)
    let first = LocalDay(number: 20_000 + Int32.random(in: 0...800, using: &random))
    let days = (0..<500).filter { _ in Bool.random(using: &random) }.map { index in
      DayTotal(
        day: first + Int32(index),
        time: Milliseconds(Int64.random(in: 0...9_000_000, using: &random)),
        amount: Int64.random(in: 0...80, using: &random),
        sessions: Int.random(in: 0...3, using: &random)
      )
    }
    let finishes = (0..<40).compactMap { index in
      let day = (first + Int32.random(in: 0...500, using: &random)).text
      return Finish(title: "Book \(index)", text: String(day.prefix([4, 7, 10][index % 3])))
    }
    return Activity(days: days, finishes: finishes, undated: 3)
  }
}
