public import Cairn
import CairnSQL

extension Log {
  /// Returns the index with which an import matches existing books.
  ///
  /// It contains books that the person deleted, so that an import skips them.
  public func libraryIndex() async throws -> LibraryIndex {
    try await read { connection in
      var index = LibraryIndex()
      try index.addAuthors(from: connection)
      try index.addWorks(from: connection)
      try index.addEditions(from: connection)
      try index.addEntries(from: connection)
      try index.addReadings(from: connection)
      return index
    }
  }
}

extension LibraryIndex {
  fileprivate mutating func addAuthors(from connection: any SQLConnection) throws {
    try connection.each("SELECT id, name FROM author ORDER BY id") {
      add(try $0["id"] as Identifier<Author>, name: try $0["name"])
    }
  }

  fileprivate mutating func addWorks(from connection: any SQLConnection) throws {
    try connection.each(
      """
      SELECT work.id, work.title, (
        SELECT author.name FROM credit JOIN author ON author.id = credit.author
        WHERE credit.work = work.id AND credit.is_contributor = 0
        ORDER BY credit.position LIMIT 1) AS author
      FROM work ORDER BY work.id
      """
    ) {
      add(try $0["id"] as Identifier<Work>, title: try $0["title"], author: try $0["author"])
    }
  }

  fileprivate mutating func addEditions(from connection: any SQLConnection) throws {
    try connection.each("SELECT id, isbn, work FROM edition WHERE isbn IS NOT NULL ORDER BY id") {
      add(try $0["id"] as Identifier<Edition>, isbn: try $0["isbn"], of: try $0["work"])
    }
  }

  fileprivate mutating func addEntries(from connection: any SQLConnection) throws {
    var deleted: [Entry] = []
    try RecordTable.each(Entry.recordKind, in: connection) { record in
      guard record.deletion == nil || record.deletion == Deletion.byPerson,
        let entry = try? Entry(recordID: record.id, fields: record.fields)
      else { return }
      if record.deletion == nil { add(entry) } else { deleted.append(entry) }
    }
    for entry in deleted {
      add(entry.id, of: entry.work, source: entry.source, sourceID: entry.sourceID)
      guard let other = entry.mergedInto,
        let into = try RecordTable.find(Entry.recordKind, other.record, in: connection),
        let work: Identifier<Work> = try into.fields.id("work")
      else { continue }
      add(entry.work, mergedInto: work)
    }
  }

  fileprivate mutating func addReadings(from connection: any SQLConnection) throws {
    try RecordTable.each(ReadThrough.recordKind, in: connection) { record in
      guard record.deletion == nil,
        let reading = try? ReadThrough(recordID: record.id, fields: record.fields),
        let known = try? KnownReadThrough(record)
      else { return }
      add(known, of: reading.entry)
    }
  }
}
