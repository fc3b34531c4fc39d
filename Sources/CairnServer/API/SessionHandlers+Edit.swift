import Cairn
import CairnHTTP
import CairnStore

// Operations on stopped sessions.

extension SessionHandlers {
  static let edit = Endpoint(
    "Change a session; what is not given stays, and null clears.",
    body: SessionEdit.members,
    gives: .json(.session),
    ifMatch: true
  ) { context in
    let (edit, id) = (try SessionEdit(context.body), try context.sessionID())
    return try await context.write("Edit a session") { writer in
      writer.title = "Edit \(try writer.row(id).words)"
      try context.requireMatch(writer.sheet(id))
      try edit.apply(to: id, in: writer)
      return try writer.sheet(id)
    }
  }

  static let move = Endpoint(
    "Shift a session in time.",
    body: [SchemaField(required: "to", .instant, "when it began"), .adjust],
    gives: .json(.session)
  ) { context in
    guard let start = context.body.instant("to") else { throw CairnError.field("to", "is needed") }
    let adjusts = context.body.bool("adjust")
    return try await change(context, "Move") { writer, id in
      try writer.change(id, as: NoDetail.self, adjust: adjusts) { try $0.move(to: start) }
    }
  }

  static let split = Endpoint(
    "Cut a session in two.",
    body: [SchemaField(required: "at", .instant, "where to cut")],
    gives: .json(["sessions": .list(.session)])
  ) { context in
    guard let cut = context.body.instant("at") else { throw CairnError.field("at", "is needed") }
    let id = try context.sessionID()
    return try await context.write("Split a session") { writer in
      writer.title = "Split \(try writer.row(id).words)"
      let (earlier, later) = try writer.split(id, at: cut)
      let rows = [try writer.row(earlier), try writer.row(later)]
      return .members(("sessions", .array(rows.map { $0.json(at: writer.now) })))
    }
  }

  static let merge = Endpoint(
    "Take another session into this one; the time between becomes a pause.",
    body: [SchemaField(required: "other", .id, "the session that is taken in")],
    gives: .json(.session)
  ) { context in
    guard let other = context.body.id("other") else {
      throw CairnError.field("other", "is needed")
    }
    return try await change(context, "Merge another session into") { writer, id in
      _ = try writer.merge(id, SessionID(other))
    }
  }

  static let resumeStopped = Endpoint(
    "Start another session of the same book or story, or of climbing at the same place.",
    body: [.at, .adjust],
    gives: .created(.session)
  ) { context in
    let (id, at) = (try context.sessionID(), context.body.instant("at"))
    let (adjusts, zone) = (context.body.bool("adjust"), context.zone.name)
    return try await context.write("Continue", .created) { writer in
      let start = at ?? writer.now
      let session = try writer.repeatSession(id, at: start, zone: zone, adjust: adjusts)
      return try writer.row(session).json(at: writer.now)
    }
  }

  static let delete = Endpoint(
    "Delete a session; it can be restored.",
    gives: .json(.gone("deleted")),
    ifMatch: true
  ) { context in
    let id = try context.sessionID()
    return try await context.write("Delete a session") { writer in
      let row = try writer.row(id)
      try context.requireMatch(writer.sheet(id))
      writer.title = "Delete \(row.words)"
      try writer.delete(SessionRecord.kind, id.record)
      return .members(("id", .string(id.record.text)), ("state", .string("deleted")))
    }
  }

  static let deleteAll = Endpoint(
    "Delete several sessions in one, all of them or none; undo brings them back.",
    body: SessionDeleteRequest.members,
    gives: .json(["ids": .list(.id), "state": .choice(["deleted"])])
  ) { context in
    let answer = try await SessionDeleteRequest(context.body).run(context, once: context.key())
    return HTTPResponse(.ok, json: answer)
  }

  static let restore = Endpoint(
    "Bring a deleted session back.",
    gives: .json(.session)
  ) { context in
    let id = try context.sessionID()
    return try await context.write("Restore a session") { writer in
      try writer.restoreSession(id)
      let row = try writer.row(id)
      writer.title = "Restore \(row.words)"
      return row.json(at: writer.now)
    }
  }
}

extension SessionRow {
  /// A label for the history: `reading “Dune”`, or `the reading session`.
  var words: String { title.map { "\(kind.name) “\($0)”" } ?? "the \(kind.name) session" }
}
