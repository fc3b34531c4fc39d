import Cairn
import CairnActions
import CairnHTTP
import CairnStore

// Operations on stopped sessions.

extension SessionHandlers {
  static let edit = Endpoint(
    "Edit a session; omitted fields stay unchanged, null clears.",
    body: EditSession.members,
    gives: .json(.session),
    ifMatch: true
  ) { context in
    let id = try context.sessionID()
    let edit = try EditSession(id, context.body)
    return try await context.write { writer in
      try context.requireMatch(writer.sessionJSON(id))
      try edit.run(in: writer)
      return try writer.sessionJSON(id)
    }
  }

  static let move = Endpoint(
    "Move a session to another start time.",
    body: [SchemaField(required: "to", .instant, "the new start time"), .adjust],
    gives: .json(.session)
  ) { context in
    guard let start = context.body.instant("to") else { throw CairnError.field("to", "is needed") }
    var move = MoveSession(try context.sessionID(), to: start)
    move.adjusts = context.body.bool("adjust")
    return try await context.act { [move] in
      try move.run(in: $0)
      return move.id
    }
  }

  static let split = Endpoint(
    "Split a session in two.",
    body: [SchemaField(required: "at", .instant, "the time of the split")],
    gives: .json(["sessions": .list(.session)])
  ) { context in
    guard let cut = context.body.instant("at") else { throw CairnError.field("at", "is needed") }
    let id = try context.sessionID()
    return try await context.write { writer in
      let (earlier, later) = try SplitSession(id, at: cut).run(in: writer)
      let rows = [try writer.row(earlier), try writer.row(later)]
      return .members(("sessions", .array(rows.map { $0.json(at: writer.now) })))
    }
  }

  static let merge = Endpoint(
    "Merge another session into this one; the time between becomes a pause.",
    body: [SchemaField(required: "other", .id, "the session to merge into this one")],
    gives: .json(.session)
  ) { context in
    guard let other = context.body.id("other") else {
      throw CairnError.field("other", "is needed")
    }
    let id = try context.sessionID()
    return try await context.act {
      try MergeSessions(id, SessionID(other)).run(in: $0)
      return id
    }
  }

  static let resumeStopped = Endpoint(
    "Start a new session of the same book or story, or of climbing at the same place.",
    body: [.at, .adjust],
    gives: .created(.session)
  ) { context in
    let act = RepeatSession(
      try context.sessionID(),
      at: context.body.instant("at"),
      zone: context.zone.name,
      adjust: context.body.bool("adjust")
    )
    return try await context.write(.created) { writer in
      try writer.row(act.run(in: writer)).json(at: writer.now)
    }
  }

  static let delete = Endpoint(
    "Delete a session; it can be restored.",
    gives: .json(.removed("deleted")),
    ifMatch: true
  ) { context in
    let id = try context.sessionID()
    return try await context.write { writer in
      try context.requireMatch(writer.sessionJSON(id))
      try DeleteSessions([id]).run(in: writer)
      return .members(("id", .string(id.record.text)), ("state", .string("deleted")))
    }
  }

  static let deleteAll = Endpoint(
    "Delete several sessions atomically; one undo restores them all.",
    body: DeleteSessions.members,
    gives: .json(["ids": .list(.id), "state": .choice(["deleted"])])
  ) { context in
    let act = try DeleteSessions(context.body)
    return try await context.write { writer in
      try act.run(in: writer)
      let names = act.ids.map { JSON.string($0.record.text) }
      return .members(("ids", .array(names)), ("state", .string("deleted")))
    }
  }

  static let restore = Endpoint(
    "Restore a deleted session.",
    gives: .json(.session)
  ) { context in
    let id = try context.sessionID()
    return try await context.write { writer in
      try RestoreSession(id).run(in: writer)
      return try writer.row(id).json(at: writer.now)
    }
  }
}
