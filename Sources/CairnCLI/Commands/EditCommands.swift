import Cairn
import CairnStore

extension Command<CommandContext> {
  static var edit: Command {
    Command(
      "edit",
      group: "Sessions",
      summary: "Change a session.",
      reads: true,
      examples: [
        Example("cairn edit last --end 21:30", "it ended earlier"),
        Example("cairn edit k3f9ab --page 220", "it reached another page"),
        Example("cairn edit last --mood-after none --place \"\"", "says no more how it was"),
        Example("cairn edit last --book Emma", "it was another book"),
        Example("cairn edit last --position 1:40:00 --partial", "how far a story was heard"),
      ],
      arguments: [session],
      options: [
        .value("start", "TIME", "When it started."), .value("end", "TIME", "When it ended."),
        .page, .percent, .location, .startPage, .pageCount, .note, .moodBefore, .moodAfter, .place,
        .reason,
        .value("book", "BOOK", "Which book it was.", completion: .live("titles")),
        .value("reading", "N", "Which reading of the book it belongs to."),
        .value("story", "STORY", "Which story it was.", completion: .live("stories")),
        .adjust, .allowLong,
      ] + .listening + .climbing,
      action: { invocation, context in
        try invocation.requireOne(
          of: [
            "start", "end", "page", "percent", "location", "start-page", "note", "mood-before",
            "mood-after", "place", "reason", "book", "reading", "story",
          ] + ([Option].listening + [Option].climbing).map(\.name)
        )
        return try await context.withLog { log in
          let row = try await SessionReference.find(invocation.required("session"), in: log)
          try invocation.requireKind(of: row.kind, ["book", "reading"])
          let (changed, entry, finished, followed) = try await context.edit(
            row,
            invocation,
            in: log
          )
          let exit = context.showEnded(changed, "Changed")
          if let entry { try await context.reportIfFinished(entry, finished: finished, in: log) }
          try await context.say(followed, in: log)
          return exit
        }
      }
    )
  }

  static var split: Command {
    Command(
      "split",
      group: "Sessions",
      summary: "Cut a session in two.",
      reads: true,
      examples: [Example("cairn split last --at 20:30", "two sessions, before and after")],
      arguments: [session],
      options: [.value("at", "TIME", "Where to cut.")],
      action: { invocation, context in
        let word = try invocation.needed("at", "Give the time to cut at.")
        return try await context.withLog { log in
          let row = try await SessionReference.find(invocation.required("session"), in: log)
          let times = context.times(in: row.zone)
          let cut = try times.instant(word, after: row.startedAt)
          let (kept, later) = try await context.split(row, at: cut, in: log)
          _ = context.showEnded(kept, "Kept")
          return context.showEnded(later, "Split off")
        }
      }
    )
  }

  static var merge: Command {
    Command(
      "merge",
      group: "Sessions",
      summary: "Join two sessions; the time between is a pause.",
      reads: true,
      examples: [Example("cairn merge @1 @2", "the two newest become one")],
      arguments: [
        session, .required("other", "The session that is taken in.", completion: .live("ids")),
      ],
      action: { invocation, context in
        try await context.withLog { log in
          let row = try await SessionReference.find(invocation.required("session"), in: log)
          let other = try await SessionReference.find(invocation.required("other"), in: log)
          let merged = try await context.merge(row, other, in: log)
          return context.showEnded(merged, "Merged")
        }
      }
    )
  }

  static var move: Command {
    Command(
      "move",
      group: "Sessions",
      summary: "Shift a session in time.",
      reads: true,
      examples: [Example("cairn move last --to \"yesterday 20:00\"", "same length, another time")],
      arguments: [session],
      options: [.value("to", "TIME", "When it started."), .adjust],
      action: { invocation, context in
        let word = try invocation.needed("to", "Give the new start.")
        let adjust = invocation.flag("adjust")
        return try await context.withLog { log in
          let row = try await SessionReference.find(invocation.required("session"), in: log)
          let start = try context.times(in: row.zone).instant(word).value
          let moved = try await context.write("Move a session\(row.ofTitle)", to: log) {
            writer in
            try writer.change(row.id, as: NoDetail.self, adjust: adjust) { try $0.move(to: start) }
            return try writer.row(row.id)
          }
          return context.showEnded(moved, "Moved")
        }
      }
    )
  }

  static var delete: Command {
    Command(
      "delete",
      group: "Sessions",
      summary: "Delete a session.",
      discussion: "It stays stored; `cairn undo` brings it back.",
      reads: true,
      examples: [Example("cairn delete k3f9ab", "takes it out of all numbers")],
      arguments: [session],
      action: { invocation, context in
        try await context.withLog { log in
          let row = try await SessionReference.find(invocation.required("session"), in: log)
          let followed = try await log.write("Delete a session\(row.ofTitle)") { writer in
            try writer.delete(SessionRecord.kind, row.id.record)
            try writer.reconcileReadThroughDates()
            return writer.movedFinish
          }
          let exit = context.showRemoved(row, "Deleted \(context.line(row))")
          try await context.say(followed, in: log)
          return exit
        }
      }
    )
  }

  static var continueCommand: Command {
    Command(
      "continue",
      group: "Sessions",
      summary: "Start again what was done last.",
      discussion: """
        After reading the same book; after climbing another session of the same discipline, at the \
        same place. What was felt, and who came along, is not taken over.
        """,
      reads: true,
      examples: [
        Example("cairn continue", "the book of the newest session, or its climbing"),
        Example("cairn continue @3", "what the third newest was about"),
      ],
      arguments: [.optional("session", SessionReference.help, completion: .live("ids"))],
      options: [.at, .adjust],
      action: { invocation, context in
        let (start, zone) = (try context.at(invocation), context.zone.name)
        let adjust = invocation.flag("adjust")
        return try await context.withLog { log in
          let word = invocation.value("session") ?? "last"
          let row = try await SessionReference.find(word, in: log)
          let started = try await context.write("Continue", to: log) { writer in
            try writer.row(writer.repeatSession(row.id, at: start, zone: zone, adjust: adjust))
          }
          return context.showOpen(started, "Started")
        }
      }
    )
  }

  private static var session: Argument {
    .required("session", SessionReference.help, completion: .live("ids"))
  }
}

extension Invocation {
  /// Returns the value of a mandatory option; throws `usage.missing`.
  fileprivate func needed(_ option: String, _ hint: String) throws(CairnError) -> String {
    if let value = value(option) { return value }
    throw CairnError("usage.missing", "--\(option) is missing.", hint: hint)
  }

  /// Throws `usage.missing` if none of the options is given.
  fileprivate func requireOne(of options: [String]) throws(CairnError) {
    guard options.allSatisfy({ !isGiven($0) }) else { return }
    throw CairnError(
      "usage.missing",
      "There is nothing to change.",
      hint: "Give at least one of --\(options.joined(separator: ", --"))."
    )
  }
}

extension CommandContext {
  fileprivate func edit(_ row: SessionRow, _ invocation: Invocation, in log: Log) async throws
    -> (
      SessionRow, Identifier<Entry>?, finished: Identifier<Entry>?,
      followed: (Identifier<Entry>, Book.Finish)?
    )
  {
    let start = try invocation.value("start").map {
      try times(in: row.zone).instant($0, before: row.endedAt ?? times.latest)
    }
    let end = try invocation.value("end").map {
      try times(in: row.endZone ?? row.zone).instant($0, after: start ?? row.startedAt)
    }
    if start != nil || end != nil {
      let begin = start ?? row.startedAt
      let span = begin..<max(begin, end ?? row.endedAt ?? now)
      try refuseLong(span, invocation, format(row.zone))
    }
    let (note, place) = (invocation.value("note"), try TypedPosition(invocation))
    let isPlaced = ["page", "percent", "location"].contains { invocation.value($0) != nil }
    let sessionContext = try SessionContextOptions(invocation, before: "mood-before", after: "mood-after")
    let (reason, climbing) = (invocation.value("reason"), try ClimbingOptions(invocation))
    let listening = try await listening(invocation, in: log)
    let (from, adjust) = (try invocation.integer("start-page"), invocation.flag("adjust"))
    var book: EntryRow?
    if let word = invocation.value("book") { book = try await BookReference.find(word, in: log) }
    let other = book?.id
    let reading = try await reading(row, invocation.value("reading"), in: log)
    let count = try invocation.pageCount()
    return try await write("Edit a session\(row.ofTitle)", to: log) { writer in
      if let count, let entry = other ?? row.entry { try writer.setPages(count, of: entry) }
      writer.title = "Edit a session\(row.ofTitle)"
      try writer.change(row.id, as: NoDetail.self, adjust: adjust) { session in
        if start != nil || end != nil { try session.resize(start: start, end: end) }
        if let note { session.note = note.isEmpty || note == "none" ? nil : note }
        if let reason { try session.setReasonOfLastPause(reason) }
      }
      if let other {
        try writer.moveSession(row.id, to: other, from: from, reaching: place.position)
      } else if row.kind == Reading.kind {
        try writer.setPlaces(row.id, from: from, to: place.position)
      }
      if let reading { try writer.setReading(reading, of: row.id) }
      if !climbing.isEmpty {
        try writer.change(row.id, as: Climbing.self) { try climbing.apply(to: &$0.detail) }
        if invocation.flag("private") { try writer.reassertPrivate(row.id) }
      }
      if let listening {
        try writer.change(row.id, as: Listening.self) { try listening(&$0, writer) }
      }
      try sessionContext.apply(to: row.id, in: writer)
      let isReading = row.kind == Reading.kind && isPlaced
      let entry = isReading ? try writer.session(row.id, as: Reading.self).detail.entry : nil
      try writer.reconcileReadThroughDates()
      return (try writer.row(row.id), entry, writer.finished, writer.movedFinish)
    }
  }

  /// Returns the change to a listening session; nil if no such option was given.
  private func listening(
    _ invocation: Invocation,
    in log: Log
  ) async throws -> (@Sendable (inout Session<Listening>, LogWriter) throws -> Void)? {
    let words = try ListeningOptions(invocation)
    var story: Identifier<Story>?
    if let word = invocation.value("story") {
      story = try await StoryReference.find(word, in: log).id
    }
    guard story != nil || !words.isEmpty else { return nil }
    return { [story] session, writer in
      if let story { session.detail.move(to: story) }
      try words.apply(to: &session.detail, in: writer)
    }
  }

  fileprivate func split(
    _ row: SessionRow,
    at cut: Instant,
    in log: Log
  ) async throws -> (SessionRow, SessionRow) {
    try await log.write("Split a session\(row.ofTitle)") { writer in
      let (kept, later) = try writer.split(row.id, at: cut)
      return (try writer.row(kept), try writer.row(later))
    }
  }

  fileprivate func merge(
    _ row: SessionRow,
    _ other: SessionRow,
    in log: Log
  ) async throws -> SessionRow {
    try await log.write("Merge two sessions\(row.ofTitle)") { writer in
      try writer.row(writer.merge(row.id, other.id))
    }
  }
}

extension Invocation {
  /// Throws `usage.kind` for an option that does not apply to this kind of session.
  func requireKind(
    of kind: SessionKind,
    _ alsoOfReading: [String] = []
  ) throws(CairnError) {
    let ofReading = [Option].reading + alsoOfReading.map { Option.flag($0, "") }
    if kind != Reading.kind { try refuse(ofReading, "reading", of: kind) }
    if kind != Listening.kind { try refuse(.ofListening, "listening", of: kind) }
    guard kind == Climbing.kind else { return try refuse(.climbing, "climbing", of: kind) }
    try refuse(["author", "new"].map { .flag($0, "") }, "reading or listening", of: kind)
  }

  /// The only kind to which the given options apply; nil without such options, or if they conflict.
  var meantKind: SessionKind? {
    let ofKinds: [(kind: SessionKind, options: [Option])] = [
      (Reading.kind, .reading), (Listening.kind, .ofListening), (Climbing.kind, .climbing),
    ]
    let meant = ofKinds.filter { $0.options.contains { isGiven($0.name) } }
    return meant.count == 1 ? meant.first?.kind : nil
  }

  /// Throws `usage.kind` if one of the options is given.
  func refuse(_ options: [Option], _ what: String, of kind: SessionKind) throws(CairnError) {
    guard let given = options.first(where: { isGiven($0.name) }) else { return }
    throw CairnError(
      "usage.kind",
      "--\(given.name) says something of \(what); the session is one of \(kind.name).",
      hint: "Leave it out, or name another session."
    )
  }
}

extension [Option] {
  /// The options that apply to reading only.
  fileprivate static var reading: [Option] {
    [.page, .percent, .location, .startPage, .pageCount]
      + [.flag("pages", "")]
  }

  /// The options that apply to listening only.
  fileprivate static var ofListening: [Option] {
    .listening + .audio + [.series, .flag("story", "")]
  }
}

extension SessionRow {
  /// `reading “Dune”`, `listening to “Emma”`, or the kind alone.
  var what: String {
    let to = kind == Listening.kind ? " to" : ""
    return kind.name + (title.map { "\(to) “\($0)”" } ?? "")
  }
}
