import Cairn
import CairnAccounts
import CairnExchange
import CairnStore
import Testing

@testable import CairnServer

@Suite struct `The import queue` {
  /// The signals that let work end, and a record of what started.
  private struct Script: Sendable {
    let resume = AsyncStream<Void>.makeStream()
    let began = AsyncStream<String>.makeStream()
  }

  private func add(_ owner: String, to queue: ImportQueue, _ script: Script) -> Task<
    Void, any Error
  > {
    Task {
      try await queue.run(of: owner) {
        script.began.continuation.yield(owner)
        for await _ in script.resume.stream { break }
      }
    }
  }

  @Test func `runs one file at a time and alternates between people`() async throws {
    let (queue, script) = (ImportQueue(), Script())
    var began = script.began.stream.makeAsyncIterator()
    let first = add("anna", to: queue, script)
    #expect(await began.next() == "anna")
    // Each is in the queue before the next is added.
    var others: [Task<Void, any Error>] = []
    for (number, owner) in ["anna", "ben"].enumerated() {
      others.append(add(owner, to: queue, script))
      while await queue.waitingCount <= number { await Task.yield() }
    }
    for owner in ["ben", "anna"] {
      script.resume.continuation.yield()
      #expect(await began.next() == owner)
    }
    script.resume.continuation.yield()
    for task in [first] + others { try await task.value }
  }

  @Test func `rejects a person's fifth waiting file, and removes a cancelled one`() async throws {
    let (queue, script) = (ImportQueue(), Script())
    var began = script.began.stream.makeAsyncIterator()
    let first = add("anna", to: queue, script)
    #expect(await began.next() == "anna")
    let waiting = (0..<4).map { _ in add("anna", to: queue, script) }
    while await queue.waitingCount < 4 { await Task.yield() }
    await #expect(throws: RateLimitExceeded.self) {
      try await queue.run(of: "anna") {}
    }
    for task in waiting { task.cancel() }
    for task in waiting {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    script.resume.continuation.yield()
    try await first.value
    try await queue.run(of: "anna") {}
  }

  @Test func `runs the next file once the client of a large one has left`() async throws {
    let (queue, began) = (ImportQueue(), AsyncStream<Void>.makeStream())
    let first = Task {
      try await queue.run(of: "anna") {
        try await MemoryFolder().parse {
          began.continuation.yield()
          // A file without an end.
          while true { try ImportCancellation.check() }
        }
      }
    }
    for await _ in began.stream { break }
    first.cancel()
    try await queue.run(of: "ben") {}
    await #expect(throws: CancellationError.self) { try await first.value }
  }
}
