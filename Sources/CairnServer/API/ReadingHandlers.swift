import Cairn
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/books/{id}/readings`.
enum ReadingHandlers {
  static let list = Endpoint(
    "List the readings of a book, oldest first.",
    query: [SchemaField("deleted", .bool, "also those that were deleted")],
    gives: .json(["readings": .list(.reading)])
  ) { context in
    let id = try context.bookID()
    guard try await context.log.book(id) != nil else { throw CairnError.noBook }
    let rows = try await context.log.readings(of: id, deleted: context.query.bool("deleted"))
    return HTTPResponse(.members(("readings", .array(rows.map(\.json)))))
  }

  static let add = Endpoint(
    "Read a book again, or with a finish note an earlier reading.",
    body: [
      SchemaField("started", .date, "when it was started; today unless given"),
      SchemaField("finished", .date, "when it was finished"),
    ],
    gives: .created(.reading)
  ) { context in
    let (started, finished) = (context.body.date("started"), context.body.date("finished"))
    let (id, zone) = (try context.bookID(), context.zone.name)
    return try await context.write("Read again", .created) { writer in
      let before = Set(try writer.readings(of: id).map(\.reading.id))
      if let finished {
        try writer.addReading(of: id, from: started, to: finished, zone: zone)
      } else {
        try writer.reread(id, from: started, zone: zone)
      }
      return try row(writer, id) { !before.contains($0.reading.id) }
    }
  }

  static let edit = Endpoint(
    "Change a reading; what is not given stays, and null clears.",
    body: DateEdits.members + ReadingEdits.members,
    gives: .json(.reading)
  ) { context in
    let (dates, edits) = (DateEdits(context.body), ReadingEdits(context.body))
    return try await change(context) { writer, id, reading in
      if dates != DateEdits() {
        try writer.edit(dates, of: id, reading: reading, zone: context.zone.name)
      }
      try writer.edit(edits, of: id, reading: reading)
    }
  }

  static let dates = Endpoint(
    "Date the latest reading of a book; a book without one gets it.",
    body: DateEdits.members,
    gives: .json(.book)
  ) { context in
    let (dates, id) = (DateEdits(context.body), try context.bookID())
    return try await context.write("Date a book") { writer in
      try writer.edit(dates, of: id, zone: context.zone.name)
      return try writer.sheet(of: id).json
    }
  }

  static let delete = Endpoint(
    "Delete a reading; its sessions keep their time, and it can be restored.",
    gives: .json(.reading)
  ) { context in
    try await change(context) { try $0.deleteReading($2, of: $1) }
  }

  static let restore = Endpoint(
    "Bring a deleted reading back.",
    gives: .json(.reading)
  ) { context in
    try await change(context) { try $0.restoreReading($2, of: $1) }
  }

  private static func change(
    _ context: AuthenticatedContext,
    _ rule:
      @escaping @Sendable (LogWriter, Identifier<Entry>, Identifier<ReadThrough>) throws -> Void
  ) async throws -> HTTPResponse {
    let (id, reading) = (try context.bookID(), Identifier<ReadThrough>(try context.id("reading")))
    return try await context.write("Change a reading") { writer in
      try rule(writer, id, reading)
      return try row(writer, id) { $0.reading.id == reading }
    }
  }

  private static func row(
    _ writer: LogWriter,
    _ id: Identifier<Entry>,
    _ isWanted: (ReadingRow) -> Bool
  ) throws -> JSON {
    guard let row = try writer.readings(of: id).first(where: isWanted) else {
      throw CairnError.noSuchPage
    }
    return row.json
  }
}
