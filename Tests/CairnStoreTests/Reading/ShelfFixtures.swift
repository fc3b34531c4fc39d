import Cairn
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

extension Scenario {
  /// A book as rules see it.
  func book(_ id: Identifier<Entry>) async throws -> Book {
    let seen = Seen<Book>()
    try await log.write("Look") { seen.value = try $0.book(id) }
    return try #require(seen.value)
  }

  /// Puts a book on the shelf as an import does that says how a person stands to it, and not where.
  func imported(
    _ title: String,
    pages: Int64,
    _ status: ReadingStatus,
    _ readings: @escaping @Sendable (Identifier<Entry>) -> [ReadThrough]
  ) async throws -> Identifier<Entry> {
    try await log.write("Import") { writer in
      var book = try writer.add(NewBook(title: title, pages: pages), zone: "UTC")
      book.adopt(status)
      book.readThroughs = readings(book.entry.id)
      try writer.save(book)
      return book.entry.id
    }
  }

  /// The civil day a text names.
  func day(_ text: String) throws -> LocalDay {
    try #require(LocalDay(text: text))
  }
}

/// A value that one write found.
final class Seen<Value>: @unchecked Sendable {  // set on the queue of one connection, read after
  var value: Value?
}

extension ReadThrough {
  /// An identity as imports derive it: larger than those that are made today.
  static func derivedID(_ number: UInt64) -> Identifier<ReadThrough> {
    Identifier(RecordID(high: 0xF000_0000_0000_8000, low: number))
  }
}
