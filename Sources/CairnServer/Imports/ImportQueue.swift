import Cairn
import CairnStore

/// Lets files be read and taken in one at a time, since each may take most of the memory that there is for
/// them; the others wait in their order, few of each account (spec/security.md H3).
actor ImportQueue {
  private struct Turn {
    let number: Int
    let owner: String
    let begin: CheckedContinuation<Void, any Error>
  }

  private let releaseMemory: @Sendable () -> Void
  private let width: Int
  private let mostWaiting: Int
  private var running: Set<String> = []
  private var waiting: [Turn] = []
  private var count = 0

  /// Runs at most `width` at a time, and lets `mostWaiting` of one account wait.
  ///
  /// `releaseMemory` runs after each.
  init(
    width: Int = 1,
    mostWaiting: Int = 4,
    releaseMemory: @escaping @Sendable () -> Void = {}
  ) {
    (self.width, self.mostWaiting, self.releaseMemory) = (width, mostWaiting, releaseMemory)
  }

  /// Runs work of an account in its turn.
  ///
  /// Throws ``RateLimitExceeded`` when too much of the account waits already, `CancellationError` when
  /// nobody waits for it any more, and what the work throws.
  func run<Result: Sendable>(
    of owner: String,
    _ work: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await begin(owner)
    defer {
      releaseMemory()
      end(owner)
    }
    try Task.checkCancellation()
    return try await work()
  }

  private func begin(_ owner: String) async throws {
    if mayRun(owner) {
      running.insert(owner)
      return
    }
    guard waiting.count(where: { $0.owner == owner }) < mostWaiting else {
      throw RateLimitExceeded(error: .tooManyFiles, seconds: 30)
    }
    count += 1
    let number = count
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        waiting.append(Turn(number: number, owner: owner, begin: $0))
      }
    } onCancel: {
      Task { await leave(number) }
    }
  }

  private func mayRun(_ owner: String) -> Bool {
    running.count < width && !running.contains(owner)
  }

  private func end(_ owner: String) {
    running.remove(owner)
    while let next = waiting.firstIndex(where: { mayRun($0.owner) }) {
      let turn = waiting.remove(at: next)
      running.insert(turn.owner)
      turn.begin.resume()
    }
  }

  private func leave(_ number: Int) {
    guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: place).begin.resume(throwing: CancellationError())
  }
}

extension CairnError {
  fileprivate static var tooManyFiles: CairnError {
    CairnError(
      "import.too_many",
      "Several of your files wait to be read already.",
      hint: "Nothing was changed. Wait until they are, and send this one again."
    )
  }
}
