import Cairn
import CairnActions
import CairnHTTP
import CairnJSON
import CairnReports
import CairnStore

/// The handlers of `/api/v1/books/{id}/readings`.
enum ReadingHandlers {
  static let list = Endpoint(
    "List the readings of a book, oldest first.",
    query: [SchemaField("deleted", .bool, "include deleted readings")],
    gives: JSONFields<[ReadingRow]>(list: "readings")
  ) { context in
    let id = try context.bookID()
    guard try await context.log.book(id) != nil else { throw CairnError.notOnShelf }
    return try await context.log.readings(of: id, deleted: context.query.bool("deleted"))
  }

  static let add = Endpoint(
    "Start reading a book again, or add a past read with `finished`.",
    body: AddReading.fields.schemaFields,
    gives: .created(ReadingRow.self)
  ) { context in
    let id = try context.bookID()
    let add = try AddReading(of: id, context.body, zone: context.zone.name)
    return try await context.write(.created) { writer in
      try row(writer, id, try add.run(in: writer))
    }
  }

  static let edit = Endpoint(
    "Edit a reading; omitted fields stay unchanged, null clears.",
    body: (DateEdits.fields + ReadingEdits.fields).schemaFields,
    gives: .json(ReadingRow.self)
  ) { context in
    let (dates, edits) = (try DateEdits(context.body), try ReadingEdits(context.body))
    return try await change(context) { writer, id, reading in
      try EditReading(reading, of: id, dates, edits, zone: context.zone.name).run(in: writer)
    }
  }

  static let dates = Endpoint(
    "Set the dates of a book’s latest read, which is created if there is none.",
    body: DateEdits.fields.schemaFields,
    gives: .json(BookDetails.self)
  ) { context in
    let (dates, id) = (try DateEdits(context.body), try context.bookID())
    return try await context.write { writer in
      try EditReading(of: id, dates, zone: context.zone.name).run(in: writer)
      return try writer.details(of: id).json
    }
  }

  static let delete = Endpoint(
    "Delete a reading; its sessions still count, and it can be restored.",
    gives: .json(ReadingRow.self)
  ) { context in
    try await change(context) { try DeleteReading($2, of: $1).run(in: $0) }
  }

  static let restore = Endpoint(
    "Restore a deleted reading.",
    gives: .json(ReadingRow.self)
  ) { context in
    try await change(context) { try RestoreReading($2, of: $1).run(in: $0) }
  }

  private static func change(
    _ context: AuthenticatedContext,
    _ rule:
      @escaping @Sendable (LogWriter, Identifier<Entry>, Identifier<ReadThrough>) throws -> Void
  ) async throws -> HTTPResponse {
    let (id, reading) = (try context.bookID(), Identifier<ReadThrough>(try context.id("reading")))
    return try await context.write { writer in
      try rule(writer, id, reading)
      return try row(writer, id, reading)
    }
  }

  private static func row(
    _ writer: LogWriter,
    _ id: Identifier<Entry>,
    _ reading: Identifier<ReadThrough>
  ) throws -> JSON {
    guard let row = try writer.readings(of: id).first(where: { $0.reading.id == reading }) else {
      throw CairnError.noSuchPage
    }
    return row.json
  }
}
