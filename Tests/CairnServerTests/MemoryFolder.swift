import Cairn
import CairnExchange
import CairnReports
import CairnServer
import CairnTransfer
import Dispatch

/// An in-memory log folder for tests.
struct MemoryFolder: LogFolder {
  /// Receives a call for each backup of the log.
  var copied: @Sendable () -> Void = {}

  func backUp(at now: Instant) async throws { copied() }

  func newFile() async throws -> any ScopedFile { MemoryFile() }

  func work<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try work()
  }
}

/// An in-memory file, which is never a database.
final class MemoryFile: ScopedFile, @unchecked Sendable {
  private let queue = DispatchQueue(label: "file")
  private var content: [UInt8] = []

  func append(_ bytes: [UInt8]) { queue.sync { content += bytes } }

  func block(at place: Int, limit: Int) -> [UInt8] {
    queue.sync { Array(content.dropFirst(place).prefix(limit)) }
  }

  func bytes() -> [UInt8] { queue.sync { content } }

  func eachBlock(_ body: ([UInt8]) throws -> Void) throws {
    var place = 0
    while case let block = block(at: place, limit: 1_000), !block.isEmpty {
      place += block.count
      try body(block)
    }
  }

  func database(as format: FileFormat, _ choice: RowChoice) async throws -> ImportedDatabase {
    throw CairnError("input.\(format.name)", "There are no databases here.", hint: "")
  }
}
