import Cairn
import CairnAccounts

/// A queue that reads and applies one imported file at a time.
///
/// Each file may need most of the memory reserved for imports (spec/security.md H3). The queue is FIFO with at most
/// ``waitingLimit`` files per account, but an account that was just served lets another one go first.
actor ImportQueue {
  private struct Waiter {
    let number: Int
    let owner: String
    let begin: CheckedContinuation<Void, any Error>
  }

  private static let waitingLimit = 4

  private let releaseMemory: @Sendable () -> Void
  private var isBusy = false
  private var waiting: [Waiter] = []
  private var count = 0

  /// Creates an empty queue; `releaseMemory` runs after each file.
  init(releaseMemory: @escaping @Sendable () -> Void = {}) {
    self.releaseMemory = releaseMemory
  }

  /// Runs an account's work when its turn comes.
  ///
  /// Throws ``RateLimitExceeded`` if too many of the account's files are waiting, `CancellationError` if the task is
  /// cancelled while it waits, and errors of the work.
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
    guard isBusy else { return isBusy = true }
    guard waiting.count(where: { $0.owner == owner }) < Self.waitingLimit else {
      throw RateLimitExceeded(error: .tooManyFiles, seconds: 30)
    }
    count += 1
    let number = count
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        waiting.append(Waiter(number: number, owner: owner, begin: $0))
      }
    } onCancel: {
      Task { await leave(number) }
    }
  }

  private func end(_ owner: String) {
    guard !waiting.isEmpty else { return isBusy = false }
    let next = waiting.firstIndex { $0.owner != owner } ?? 0
    waiting.remove(at: next).begin.resume()
  }

  /// The number of waiting files.
  var waitingCount: Int { waiting.count }

  private func leave(_ number: Int) {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: index).begin.resume(throwing: CancellationError())
  }
}

extension CairnError {
  fileprivate static var tooManyFiles: CairnError {
    CairnError(
      "import.too_many",
      "Several of your files are already waiting.",
      hint: "Nothing was changed. Wait for them to finish, then send this one again."
    )
  }
}
