public import Cairn
import CairnSQL

extension Log {
  /// Returns every book on the shelf, sorted by title, with its readings from the oldest on.
  public func shelvedBooks() async throws -> [ShelvedBook] {
    try await read { connection in
      let library = try ShelvedLibrary(connection)
      return library.books.sorted {
        (folded($0.book.work.title), $0.book.entry.id) < (
          folded($1.book.work.title), $1.book.entry.id
        )
      }
    }
  }

  /// Returns the book, reading and last change of each session.
  public func sessionOrigins() async throws -> [SessionID: SessionOrigin] {
    try await read { connection in
      var origins: [SessionID: SessionOrigin] = [:]
      try RecordTable.each(SessionRecord.kind, in: connection) { record in
        let time = Int64(record.latestStamp.time >> 16)
        origins[SessionID(record.id)] = SessionOrigin(
          entry: try? record.fields.id("entry"),
          reading: try? record.fields.id("readThrough"),
          changedAt: Instant(milliseconds: time)
        )
      }
      return origins
    }
  }
}

/// The book and reading of a session, and its last change.
public struct SessionOrigin: Sendable, Equatable {
  /// The entry that was read; nil for other kinds.
  public let entry: Identifier<Entry>?
  /// The reading of the entry; nil for other kinds.
  public let reading: Identifier<ReadThrough>?
  /// The time of the last change of any field.
  public let changedAt: Instant
}

/// All entities of a library by id.
private struct ShelvedLibrary {
  private var entries: [Entry] = []
  private var works: [Identifier<Work>: Work] = [:]
  private var editions: [Identifier<Edition>: Edition] = [:]
  private var authors: [Identifier<Author>: String] = [:]
  private var readings: [Identifier<Entry>: [ReadThrough]] = [:]

  init(_ connection: any SQLConnection) throws {
    try RecordTable.each(Entry.self, in: connection) { entries.append($0) }
    try RecordTable.each(Work.self, in: connection) { works[$0.id] = $0 }
    try RecordTable.each(Edition.self, in: connection) { editions[$0.id] = $0 }
    try RecordTable.each(Author.self, in: connection) { authors[$0.id] = $0.name }
    try RecordTable.each(ReadThrough.self, in: connection) {
      readings[$0.entry, default: []].append($0)
    }
  }

  var books: [ShelvedBook] {
    let printed = Dictionary(grouping: editions.values, by: \.work)
    return entries.compactMap { entry in
      guard let work = works[entry.work] else { return nil }
      let book = Book(
        work: work,
        entry: entry,
        edition: entry.edition.flatMap { editions[$0] },
        readThroughs: (readings[entry.id] ?? []).sorted { $0.precedes($1) }
      )
      return ShelvedBook(
        book: book,
        editions: (printed[work.id] ?? []).sorted { $0.id < $1.id },
        authors: work.credits.filter { !$0.isContributor }.compactMap { authors[$0.author] },
        contributors: work.credits.filter(\.isContributor).compactMap { authors[$0.author] }
      )
    }
  }
}
