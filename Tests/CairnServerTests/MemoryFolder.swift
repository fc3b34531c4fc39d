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

/// An in-memory file; its only databases are statistics of KOReader, as lines of text.
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
    guard format == .koreader, let statistics = KOReaderStatistics(lines: bytes()) else {
      throw CairnError("input.\(format.name)", "There are no databases here.", hint: "")
    }
    return ImportedDatabase(format: format, rows: statistics)
  }
}

extension KOReaderStatistics {
  /// Reads lines such as `book 1 Dune` and `page 1 12 1767636000 60 400`: a book, a page, its start, its duration, and
  /// the page count; nil for anything else.
  fileprivate init?(lines bytes: [UInt8]) {
    self.init(books: [], pages: [])
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let numbers = words.dropFirst().compactMap { Int64($0) }
      switch words.first {
      case "book"? where words.count > 2: books.append(KOReaderBook(words))
      case "page"? where numbers.count == 5:
        pages.append(
          KOReaderPage(
            bookID: numbers[0],
            page: numbers[1],
            startTime: numbers[2],
            duration: numbers[3],
            totalPages: numbers[4]
          )
        )
      default: return nil
      }
    }
  }
}

extension KOReaderBook {
  fileprivate init(_ words: [String]) {
    self.init(
      id: Int64(words[1]) ?? 0,
      title: words[2],
      authors: "Frank Herbert",
      pages: 400,
      series: nil,
      language: nil,
      md5: "0b229176d4e8db7f6d2b5a4952368d7a"
    )
  }
}
