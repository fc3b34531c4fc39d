import Cairn
import CairnStore

/// Reads and applies one imported file at a time, because each may take most of the memory there is for them
/// (spec/security.md H3).
///
/// The others wait in their order, at most ``mostWaiting`` of each account; an account that was just served
/// lets another one go first.
actor ImportQueue {
  private struct Turn {
    let number: Int
    let owner: String
    let begin: CheckedContinuation<Void, any Error>
  }

  private static let mostWaiting = 4

  private let releaseMemory: @Sendable () -> Void
  private var isBusy = false
  private var waiting: [Turn] = []
  private var count = 0

  /// Makes an empty queue; `releaseMemory` runs after each file.
  init(releaseMemory: @escaping @Sendable () -> Void = {}) {
    self.releaseMemory = releaseMemory
  }

  /// Runs work of an account in its turn.
  ///
  /// Throws ``RateLimitExceeded`` if too many files of the account wait already, `CancellationError` if its
  /// task was cancelled meanwhile, and what the work throws.
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
    guard waiting.count(where: { $0.owner == owner }) < Self.mostWaiting else {
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

  private func end(_ owner: String) {
    guard !waiting.isEmpty else { return isBusy = false }
    let next = waiting.firstIndex { $0.owner != owner } ?? 0
    waiting.remove(at: next).begin.resume()
  }

  /// How many files wait for their turn.
  var waitingCount: Int { waiting.count }

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
