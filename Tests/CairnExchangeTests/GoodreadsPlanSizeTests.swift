import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Dispatch
import Testing
import CairnReports

/// Returns `count` books by a tenth as many authors, with only the required columns.
private func library(_ count: Int) -> [UInt8] {
  var writer = CSVWriter()
  writer.row(["Book Id", "Title", "Author", "Exclusive Shelf"])
  for number in 1...count {
    let shelf = number.isMultiple(of: 3) ? "read" : "to-read"
    writer.row(["\(number)", "Title \(number)", "Author \(number / 10)", shelf])
  }
  return writer.bytes
}

@Suite struct `A library of ten thousand books` {
  @Test func `is one history entry in small parts, and is undone as one`() async throws {
    try await withLog { scratch in
      let report = try await scratch.take(library(10_000))
      #expect(report.added.count == 10_000)
      let line = try #require(try await scratch.log.history(limit: 9).first)
      #expect(try await scratch.log.history(limit: 9).count == 1)
      #expect(line.title == "Imported 10,000 books from Goodreads")
      #expect(try await scratch.parts().max() == 200)
      #expect(try await scratch.parts().count == Int(line.parts))
      let undone = try await scratch.log.undo()
      #expect(undone.kept == 0)
      #expect(try await scratch.shown().values.allSatisfy(\.isEmpty))
      #expect(try await scratch.log.history(limit: 9).count == 2)
    }
  }
}

@Suite struct `Cancelling an import` {
  @Test func `changes nothing when the progress callback throws`() async throws {
    try await withLog { scratch in
      try await scratch.take(library(3))
      let before = try await scratch.everything()
      let plan = try GoodreadsExport.parse(library(500)).plan(
        for: try await scratch.log.libraryIndex(),
        today: scratchDay
      )
      await #expect(throws: Stop.self) {
        try await scratch.log.apply(plan, dryRun: false) { if $0 == 400 { throw Stop() } }
      }
      #expect(try await scratch.everything() == before)
    }
  }

  @Test func `changes nothing when the task is cancelled`() async throws {
    try await withLog { scratch in
      try await scratch.take(library(3))
      let before = try await scratch.everything()
      let plan = try GoodreadsExport.parse(library(500)).plan(
        for: try await scratch.log.libraryIndex(),
        today: scratchDay
      )
      let (log, running) = (scratch.log, Running())
      let task = Task {
        await running.begun()
        return try await log.apply(plan, dryRun: false) { if $0 == 250 { running.cancel() } }
      }
      running.begin(task)
      let result = await task.result
      #expect(throws: (any Error).self) { try result.get().added.count }
      #expect(try await scratch.everything() == before)
      #expect(try await scratch.take(library(500)).added.count == 497)
    }
  }

  private struct Stop: Error {}
}

/// A task that code running in it can cancel.
private final class Running: Sendable {
  private let tasks = AsyncStream<Void>.makeStream()
  private let queue = DispatchQueue(label: "cairn.running")
  nonisolated(unsafe) private var task: Task<ImportReport, any Error>?

  func begin(_ task: Task<ImportReport, any Error>) {
    queue.sync { self.task = task }
    tasks.continuation.finish()
  }

  /// Waits until `begin` has set the task.
  func begun() async {
    for await _ in tasks.stream {}
  }

  func cancel() { queue.sync { task?.cancel() } }
}
