import Cairn
import CairnHTTP
import CairnStore

/// `/api/v1/books/{id}/readings`.
enum ReadingHandlers {
  static let list = Endpoint(
    "List the readings of a book, oldest first.",
    query: [Member("deleted", .bool, "also those that were deleted")],
    gives: .json(["readings": .list(.reading)])
  ) { visit in
    let id = try visit.bookID()
    guard try await visit.log.book(id) != nil else { throw CairnError.noBook }
    let rows = try await visit.log.readings(of: id, deleted: visit.query.bool("deleted"))
    return HTTPResponse(.members(("readings", .array(rows.map(\.json)))))
  }

  static let add = Endpoint(
    "Read a book again, or with a finish note an earlier reading.",
    body: [
      Member("started", .date, "when it was started; today unless given"),
      Member("finished", .date, "when it was finished"),
    ],
    gives: .created(.reading)
  ) { visit in
    let (started, finished) = (visit.body.date("started"), visit.body.date("finished"))
    let (id, zone) = (try visit.bookID(), visit.zone.name)
    return try await visit.write("Read again", .created) { writer in
      let before = Set(try writer.readings(of: id).map(\.reading.id))
      if let finished {
        try writer.addReading(of: id, from: started, to: finished, zone: zone)
      } else {
        try writer.readAgain(id, from: started, zone: zone)
      }
      return try row(writer, id) { !before.contains($0.reading.id) }
    }
  }

  static let edit = Endpoint(
    "Change a reading; what is not given stays, and null clears.",
    body: DateEdits.members + ReadingEdits.members,
    gives: .json(.reading)
  ) { visit in
    let (dates, edits) = (DateEdits(visit.body), ReadingEdits(visit.body))
    return try await change(visit) { writer, id, reading in
      if dates != DateEdits() {
        try writer.edit(dates, of: id, reading: reading, zone: visit.zone.name)
      }
      try writer.edit(edits, of: id, reading: reading)
    }
  }

  static let dates = Endpoint(
    "Date the latest reading of a book; a book without one gets it.",
    body: DateEdits.members,
    gives: .json(.book)
  ) { visit in
    let (dates, id) = (DateEdits(visit.body), try visit.bookID())
    return try await visit.write("Date a book") { writer in
      try writer.edit(dates, of: id, zone: visit.zone.name)
      return try writer.sheet(of: id).json
    }
  }

  static let delete = Endpoint(
    "Delete a reading; its sessions keep their time, and it can be restored.",
    gives: .json(.reading)
  ) { visit in
    try await change(visit) { try $0.deleteReading($2, of: $1) }
  }

  static let restore = Endpoint(
    "Bring a deleted reading back.",
    gives: .json(.reading)
  ) { visit in
    try await change(visit) { try $0.restoreReading($2, of: $1) }
  }

  private static func change(
    _ visit: Visit,
    _ rule:
      @escaping @Sendable (LogWriter, Identifier<Entry>, Identifier<ReadThrough>) throws -> Void
  ) async throws -> HTTPResponse {
    let (id, reading) = (try visit.bookID(), Identifier<ReadThrough>(try visit.id("reading")))
    return try await visit.write("Change a reading") { writer in
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
