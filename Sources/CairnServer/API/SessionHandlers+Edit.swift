import Cairn
import CairnActions
import CairnHTTP
import CairnJSON
import CairnStore

// Operations on stopped sessions.

extension SessionHandlers {
  static let edit = Endpoint(
    "Edit a session; omitted fields stay unchanged, null clears.",
    body: EditSession.fields.schemaFields,
    gives: .json(SessionReport.self),
    ifMatch: true,
    takesDetails: true
  ) { context in
    let id = try context.sessionID()
    var edit = try EditSession(id, context.body)
    edit.details = try Fields(context.body, context.modules)
    return try await context.write { [edit] writer in
      try context.requireMatch(writer.sessionReport(id).json)
      try edit.run(in: writer)
      return try writer.sessionReport(id).json
    }
  }

  static let move = Endpoint(
    "Move a session to another start time.",
    body: [
      SchemaField(required: "to", .instant, "the new start time"), SessionStart.adjust.schemaField,
    ],
    gives: .json(SessionReport.self)
  ) { context in
    guard let start = context.body.instant("to") else { throw CairnError.field("to", "is needed") }
    var move = MoveSession(try context.sessionID(), to: start)
    move.adjusts = context.body.bool("adjust")
    return try await context.act { [move] in
      try move.run(in: $0)
      return move.id
    }
  }

  static let shift = Endpoint(
    "Move several sessions by the same distance, atomically; one undo moves them back.",
    body: DeleteSessions.members + [
      SchemaField(required: "seconds", .integer(-315_360_000...315_360_000), "how much later"),
      SessionStart.adjust.schemaField,
    ],
    gives: .json(halves)
  ) { context in
    let ids = try DeleteSessions(context.body).ids
    var act = ShiftSessions(ids, by: .seconds(context.body.integer("seconds") ?? 0))
    act.adjusts = context.body.bool("adjust")
    return try await context.write { [act] writer in
      try act.run(in: writer)
      return halves.json(try ids.map { try writer.row($0).report(at: writer.now) })
    }
  }

  private static let halves = JSONFields<[SessionReport]>(list: "sessions")

  static let split = Endpoint(
    "Split a session in two.",
    body: [SchemaField(required: "at", .instant, "the time of the split")],
    gives: .json(halves)
  ) { context in
    guard let cut = context.body.instant("at") else { throw CairnError.field("at", "is needed") }
    let id = try context.sessionID()
    return try await context.write { writer in
      let (earlier, later) = try SplitSession(id, at: cut).run(in: writer)
      let rows = [try writer.row(earlier), try writer.row(later)]
      return halves.json(rows.map { $0.report(at: writer.now) })
    }
  }

  static let merge = Endpoint(
    "Merge another session into this one; the time between becomes a pause.",
    body: [SchemaField(required: "other", .id, "the session to merge into this one")],
    gives: .json(SessionReport.self)
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
    body: [SessionStart.at, SessionStart.adjust].schemaFields,
    gives: .created(SessionReport.self)
  ) { context in
    let act = RepeatSession(
      try context.sessionID(),
      at: context.body.instant("at"),
      zone: context.zone.name,
      adjust: context.body.bool("adjust")
    )
    return try await context.write(.created) { writer in
      try writer.row(act.run(in: writer)).report(at: writer.now).json
    }
  }

  static let delete = Endpoint(
    "Delete a session; it can be restored.",
    gives: .json(JSONFields.deleted),
    ifMatch: true
  ) { context in
    let id = try context.sessionID()
    return try await context.write { writer in
      try context.requireMatch(writer.sessionReport(id).json)
      try DeleteSessions([id]).run(in: writer)
      return JSONFields.deleted.json(id.record)
    }
  }

  static let deleteAll = Endpoint(
    "Delete several sessions atomically; one undo restores them all.",
    body: DeleteSessions.members,
    gives: .json(DeleteSessions.result)
  ) { context in
    let act = try DeleteSessions(context.body)
    return try await context.write { writer in
      try act.run(in: writer)
      return DeleteSessions.result.json(act.ids)
    }
  }

  static let tag = Endpoint(
    "Add tags to several sessions, or remove them, atomically.",
    body: DeleteSessions.members + [TagSessions.added, TagSessions.removed].schemaFields,
    gives: .json(halves)
  ) { context in
    let ids = try DeleteSessions(context.body).ids
    let act = TagSessions(
      ids,
      add: context.body.texts(of: TagSessions.added) ?? [],
      remove: context.body.texts(of: TagSessions.removed) ?? []
    )
    return try await context.write { writer in
      try act.run(in: writer)
      return halves.json(try ids.map { try writer.row($0).report(at: writer.now) })
    }
  }

  static let annotate = Endpoint(
    "Add a line to the note of a session.",
    body: [AnnotateSession.text].schemaFields,
    gives: .json(SessionReport.self)
  ) { context in
    guard let text = try context.body.known(AnnotateSession.text) else {
      throw CairnError.field("text", "is needed")
    }
    let act = AnnotateSession(try context.sessionID(), text)
    return try await context.act {
      try act.run(in: $0)
      return act.id
    }
  }

  static let restore = Endpoint(
    "Restore a deleted session.",
    gives: .json(SessionReport.self)
  ) { context in
    let id = try context.sessionID()
    return try await context.write { writer in
      try RestoreSession(id).run(in: writer)
      return try writer.row(id).report(at: writer.now).json
    }
  }
}
