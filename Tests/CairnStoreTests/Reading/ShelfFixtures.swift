import Cairn
import CairnActions
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

extension Scenario {
  /// Returns a book as the domain rules see it.
  func book(_ id: Identifier<Entry>) async throws -> Book {
    let seen = Seen<Book>()
    try await log.write("Look") { seen.value = try $0.book(id) }
    return try #require(seen.value)
  }

  /// Adds a book as an import does that contains a status but no position.
  func imported(
    _ title: String,
    pages: Int64,
    _ status: ReadingStatus,
    _ readings: @escaping @Sendable (Identifier<Entry>) -> [ReadThrough]
  ) async throws -> Identifier<Entry> {
    try await log.write("Import") { writer in
      var book = try AddBook(NewBook(title: title, pages: pages), zone: "UTC").run(in: writer)
      book.setStatus(status)
      book.readThroughs = readings(book.entry.id)
      try writer.save(book)
      return book.entry.id
    }
  }

  /// Parses a calendar day.
  func day(_ text: String) throws -> LocalDay {
    try #require(LocalDay(text: text))
  }
}

/// A value captured within a write.
final class Seen<Value>: @unchecked Sendable {
  // set on the queue of one connection, read afterwards
  var value: Value?
}

extension ReadThrough {
  /// Returns an id as imports derive it, larger than any id generated today.
  static func derivedID(_ number: UInt64) -> Identifier<ReadThrough> {
    Identifier(RecordID(high: 0xF000_0000_0000_8000, low: number))
  }
}
