import Cairn
import Foundation

/// Lets random histories happen, one after another, and ends at the first that goes wrong.
///
/// Usage: Simulate FIRST COUNT FOLDER [STEPS]: the first seed, how many, a folder for files (in
/// memory: nothing waits for a disk), and for one seed the steps to take, such as `3,9,12`.
@main
struct Simulate {
  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count >= 4, let first = UInt64(words[1]), let count = UInt64(words[2]) else {
      print("Usage: Simulate FIRST COUNT FOLDER [STEPS]")
      exit(64)
    }
    let folder = Folder(words[3])
    if words.count > 4 {
      let steps = words[4].split(separator: ",").compactMap { Int($0) }
      return try await tell(History(seed: first, steps: steps), folder)
    }
    let began = ContinuousClock.now
    for seed in first..<(first + count) {
      try await tell(History(seed: seed), folder)
      if (seed - first + 1) % 1_000 == 0 { note(seed - first + 1, count, began) }
    }
    print("\(count) histories from seed \(first): nothing lost, nothing differs")
  }

  private static func tell(_ history: History, _ folder: Folder) async throws {
    guard let problem = await problem(history, folder) else { return }
    print("seed \(history.seed): \(problem)")
    let small = try await history.shrunk(in: folder.fresh)
    let steps = small.steps.map(String.init).joined(separator: ",")
    let last = await self.problem(small, folder) ?? "nothing any more"
    print("with steps \(steps): \(last)")
    exit(1)
  }

  private static func problem(_ history: History, _ folder: Folder) async -> String? {
    do { return try await history.run(in: folder.fresh("history")) } catch { return "\(error)" }
  }

  private static func note(_ done: UInt64, _ count: UInt64, _ began: ContinuousClock.Instant) {
    let rate = Double(done) / ((ContinuousClock.now - began) / .seconds(1))
    FileHandle.standardError.write(Data("\(done) of \(count), \(Int(rate)) a second\n".utf8))
  }
}

/// A place for the files of one history at a time.
struct Folder {
  private let path: String

  init(_ path: String) { self.path = path }

  /// A folder of that name with nothing but what ``Station/empty(in:)`` keeps.
  func fresh(_ name: String) throws -> String {
    let (whole, files) = ("\(path)/\(name)", FileManager.default)
    try files.createDirectory(atPath: whole, withIntermediateDirectories: true)
    for file in try files.contentsOfDirectory(atPath: whole) where file != "empty" {
      try files.removeItem(atPath: "\(whole)/\(file)")
    }
    return whole
  }
}
