import Cairn
import Foundation

/// Runs random histories until one fails.
///
/// Usage: Simulate FIRST COUNT [STEPS]: the first seed, the number of seeds, and for one seed the steps to run, such as
/// `3,9,12`.
@main
struct Simulate {
  static func main() {
    let words = CommandLine.arguments
    guard words.count >= 3, let first = UInt64(words[1]), let count = UInt64(words[2]) else {
      print("Usage: Simulate FIRST COUNT [STEPS]")
      exit(64)
    }
    let steps = words.count > 3 ? words[3].split(separator: ",").compactMap { Int($0) } : nil
    InlineExecutor.run {
      guard let rack = try? await Rack() else { exit(74) }
      if let steps { return await tell(History(seed: first, steps: steps), rack) }
      await run(first, count, rack)
    }
  }

  private static func run(_ first: UInt64, _ count: UInt64, _ rack: Rack) async {
    let began = ContinuousClock.now
    for seed in first..<(first + count) {
      await tell(History(seed: seed), rack)
      if (seed - first + 1) % 1_000 == 0 { note(seed - first + 1, count, began) }
    }
    print("\(count) histories from seed \(first): nothing lost, nothing differs")
  }

  private static func tell(_ history: History, _ rack: Rack) async {
    guard let problem = await problem(history, rack) else { return }
    print("seed \(history.seed): \(problem)")
    let small = await history.shrunk(on: rack)
    let steps = small.steps.map(String.init).joined(separator: ",")
    let last = await self.problem(small, rack) ?? "nothing any more"
    print("with steps \(steps): \(last)")
    exit(1)
  }

  private static func problem(_ history: History, _ rack: Rack) async -> String? {
    do {
      return try await history.run(on: rack)
    } catch let error as CairnError {
      return "\(error.code): \(error.message)"
    } catch {
      return "\(error)"
    }
  }

  private static func note(_ done: UInt64, _ count: UInt64, _ began: ContinuousClock.Instant) {
    let rate = Double(done) / ((ContinuousClock.now - began) / .seconds(1))
    FileHandle.standardError.write(Data("\(done) of \(count), \(Int(rate)) a second\n".utf8))
  }
}
