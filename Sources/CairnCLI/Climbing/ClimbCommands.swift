import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var climb: Command {
    Command(
      "climb",
      summary: "Add and edit climbs.",
      subcommands: [
        listClimbs, showClimb, addClimb, editClimb, moveClimb, deleteClimb, restoreClimb,
      ]
    )
  }

  private static var listClimbs: Command {
    Command(
      "list",
      summary: "List the climbs of a session or a day.",
      examples: [
        Example("cairn climb list", "the open session, or else the last one"),
        Example("cairn climb list k3f9ab", "another session"),
        Example("cairn climb list --day 2026-05-02", "all climbs of a day"),
      ],
      arguments: [.optional("session", SessionReference.help, completion: .live("ids"))],
      options: [
        .value("day", "DAY", "All climbs of a day, including those without a session."),
        .flag("deleted", "Only deleted climbs; restore one with `cairn climb restore`."),
      ],
      action: { invocation, context in
        try await context.withLog { log in
          if invocation.flag("deleted") {
            return context.show(try await log.deletedClimbs())
          }
          if let day = invocation.value("day") {
            return try await context.showClimbs(on: day, in: log)
          }
          let row = try await context.climbingSession(invocation.value("session"), in: log)
          let climbs = try await log.climbs(of: row.id)
          let detail = try await log.session(row.id, as: Climbing.self)?.detail
          context.show(row, detail ?? Climbing(), climbs)
          return climbs.isEmpty ? .refused : .done
        }
      }
    )
  }

  private static var addClimb: Command {
    Command(
      "add",
      summary: "Add a climb with its attempts and tags.",
      discussion: """
        Adds to the open session, else to the last one, or to the one in --session. A single word \
        that is a grade is read as a grade; use --name for a name that could be one. Log attempts \
        now or with `cairn attempt`. With --day the climb belongs to no session and has no time. \
        A climb added after the end of its session has no time either, unless you give --at.
        """,
      examples: [
        Example(
          "cairn climb add \"Midnight Lightning\" V8 --attempts 3 --send redpoint",
          "two falls, then the send"
        ),
        Example("cairn climb add V4 --sent", "without a name, sent on the first attempt: a flash"),
        Example("cairn climb add \"The Roof\" 7a+ --scale FRENCH --attempts 4", "still a project"),
        Example("cairn climb add V5 --hindered sloper --helped \"heel hook\"", "with tags"),
        Example("cairn climb add V3 --sent --at 19:40", "at a time other than now"),
        Example(
          "cairn climb add \"The Bard\" 12 --scale EWBANK --day 2026-05-02 --place Arapiles --outdoor",
          "a forgotten climb"
        ),
      ],
      arguments: [
        .optional("climb", "The name or the grade.", completion: .live("climb-words")),
        .optional("grade", "The grade, after the name.", completion: .live("grades")),
      ],
      options: [
        Option(NewClimb.attempts), Option(NewClimb.tick, as: "send", placeholder: "TICK"),
        Option(NewClimb.sent),
        .value("name", "TEXT", "The name, if it looks like a grade."),
        .flag("new", "Add it even if the session has a climb of that name."),
      ] + .climb + [.climbTime, .session] + .climbDay,
      action: { invocation, context in
        let (typed, climb) = (try NameAndGrade(invocation), try NewClimb(invocation))
        let scale = try invocation.choice("scale", of: GradeScale.self)
        return try await context.withLog { log in
          let target = try await context.climbTarget(invocation, in: log)
          let at = try await context.climbTime(invocation, on: target.climbContext, in: log)
          let isNew = invocation.flag("new")
          let row = try await log.write { writer in
            let (name, grade) = try typed.split(in: writer, scale, target.discipline(in: writer))
            var new = climb
            (new.name, new.at) = (name, at)
            new.grade = grade == nil && scale == nil ? nil : GradeInput(grade ?? "", in: scale)
            var add = target.adding(new)
            add.refusesKnownName = !isNew
            return try writer.climbRow(add.run(in: writer))
          }
          return context.show(row, "Added")
        }
      }
    )
  }

  private static var editClimb: Command {
    Command(
      "edit",
      summary: "Edit a climb.",
      discussion: "Other values stay as they are; none clears a value.",
      examples: [
        Example("cairn climb edit last --grade V5", "another grade"),
        Example(
          "cairn climb edit k3f9ab --name none --untag crimp",
          "clear its name, remove a tag"
        ),
        Example("cairn climb edit last --at 19:40", "correct its time"),
      ],
      arguments: [.climb],
      options: [
        Option(ClimbEdit.name),
        Option(ClimbEdit.grade, placeholder: "GRADE", completion: .live("grades")),
      ] + .climb + [.climbTime, .untag],
      action: { invocation, context in
        let climb = try ClimbEdit(invocation)
        return try await context.withLog { log in
          let row = try await ClimbReference.find(invocation.required("climb"), in: log)
          let (id, climbContext) = (row.climb.id, row.climb.climbContext)
          let at = try await context.climbTime(invocation, on: climbContext, in: log)
          var edit = climb
          edit.at = at
          let changed = try await log.write { [edit] writer in
            try EditClimb(id, edit).run(in: writer)
            return try writer.climbRow(id)
          }
          return context.show(changed, "Edited")
        }
      }
    )
  }

  private static var deleteClimb: Command {
    Command(
      "delete",
      summary: "Delete a climb with its attempts and tags.",
      discussion: "Restore it with `cairn undo` or `cairn climb restore`.",
      examples: [Example("cairn climb delete last", "it no longer counts in your stats")],
      arguments: [.climb],
      action: { invocation, context in
        try await context.withLog { log in
          let row = try await ClimbReference.find(invocation.required("climb"), in: log)
          try await log.write { try DeleteClimb(row.climb.id).run(in: $0) }
          return context.show(row, "Deleted")
        }
      }
    )
  }

  private static var restoreClimb: Command {
    Command(
      "restore",
      summary: "Restore a deleted climb.",
      examples: [
        Example("cairn climb restore k3f9ab", "with its attempts and tags")
      ],
      arguments: [
        .required("climb", "The name or the id.", completion: .live("deleted-climbs"))
      ],
      action: { invocation, context in
        try await context.withLog { log in
          let id = try await ClimbReference.findDeleted(invocation.required("climb"), in: log)
          let row = try await log.write { writer in
            try RestoreClimb(id).run(in: writer)
            return try writer.climbRow(id)
          }
          return context.show(row, "Restored")
        }
      }
    )
  }
}

extension Option {
  static var session: Option {
    .value(
      "session",
      "SESSION",
      "The session, if it is not the current one.",
      completion: .live("ids")
    )
  }
}

extension CommandContext {
  /// Returns the named session, else the open climbing session, else the latest one.
  ///
  /// Throws `session.not_found`, `session.none_open`, or `climbing.wrong_kind`.
  func climbingSession(_ word: String?, in log: Log) async throws -> SessionRow {
    let row = try await mentionedSession(word, in: log)
    guard row.kind == Climbing.kind else {
      throw CairnError(
        "climbing.wrong_kind",
        "Session \(row.shortID.text) is a \(row.kind.name) session; only climbing sessions have climbs.",
        hint: "List climbing sessions with `cairn log --kind climbing`."
      )
    }
    return row
  }

  private func mentionedSession(_ word: String?, in log: Log) async throws -> SessionRow {
    if let word { return try await SessionReference.find(word, in: log) }
    if let row = try await log.climbingNow() { return row }
    throw CairnError(
      "session.none_open",
      "No climbing session yet.",
      hint: "Start one with `cairn start climb`."
    )
  }
}
