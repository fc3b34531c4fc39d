import Cairn
import Foundation

/// Checks the merge module: against the model, on all small histories, and on random longer ones.
///
/// Usage:
///
///     merge_check.py --print 0 --random 100 | MergeCheck compare
///     MergeCheck explore ACTS [BASE [SHARE OF]]
///     MergeCheck random FIRST COUNT
///     MergeCheck speed FIRST COUNT
@main
struct MergeCheck {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    let numbers = words.compactMap { UInt64($0) }
    switch words.first {
    case "compare": compare()
    case "explore" where !numbers.isEmpty: explore(Array(words.dropFirst()), numbers)
    case "random" where numbers.count == 2: random(numbers[0], numbers[1], isFull: true)
    case "speed" where numbers.count == 2: random(numbers[0], numbers[1], isFull: false)
    default:
      print("Usage: MergeCheck compare | explore ACTS [BASE [SHARE OF]] | random|speed FIRST COUNT")
      exit(64)
    }
  }

  /// Compares views with those that the model printed, byte for byte.
  private static func compare() {
    var count = 0
    while let line = readLine(), let expected = readLine() {
      guard let log = try? HistoryReader.log(line) else { fail("history \(count) cannot be read") }
      let person = Person(node: 9, log)
      let found = Shape.text(person.view, person.issues)
      guard found == expected else {
        fail("history \(count) differs\n\(line)\nmodel \(expected)\nCairn \(found)")
      }
      count += 1
    }
    print("\(count) histories: the same views as the model")
    if count == 0 { exit(1) }
  }

  private static func explore(_ words: [String], _ numbers: [UInt64]) {
    var isWrong = false
    for base in Base.all where words.count < 2 || base.name == words[1] {
      var explorer = Explorer(base, acts: Int(numbers[0]))
      if numbers.count == 3 { explorer.share = (Int(numbers[1]), Int(numbers[2])) }
      let start = ContinuousClock.now
      explorer.run()
      let silent = explorer.silent.filter { !Base.accepted.contains($0.key) }
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      print(
        "\(base.name), \(numbers[0]) acts: \(explorer.count) histories, "
          + "\(explorer.failures.count) kinds of failures, \(silent.count) silent, "
          + "\(Int(seconds)) s"
      )
      for (key, details) in explorer.failures { print("  \(key): \(details)") }
      for (key, details) in silent { print("  silent: \(key): \(details)") }
      isWrong = isWrong || !explorer.failures.isEmpty || !silent.isEmpty
    }
    if isWrong { exit(1) }
  }

  private static func random(_ first: UInt64, _ count: UInt64, isFull: Bool) {
    let start = ContinuousClock.now
    var acts = 0
    for seed in first..<(first + count) {
      let history = RandomHistory(seed: seed)
      acts += history.entries.count
      do throws(Failure) {
        try history.check(isFull: isFull)
      } catch {
        fail("seed \(seed): \(error.what) \(error.details)\n\(history.text)")
      }
    }
    let rate = Double(count) / ((ContinuousClock.now - start) / .seconds(1))
    print("\(count) random histories, \(acts) acts: nothing wrong, \(Int(rate)) a second")
  }

  private static func fail(_ text: String) -> Never {
    print(text)
    exit(1)
  }
}
