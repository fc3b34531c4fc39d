import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var edit: Command {
    Command(
      "edit",
      summary: "Edit a session.",
      discussion: """
        Without an option it opens the session in your editor, $VISUAL or $EDITOR: change the lines and save. An invalid \
        line opens the editor again with the reason; an unchanged text changes nothing.
        """,
      examples: [
        Example("cairn edit last", "in your editor"),
        Example("cairn edit last --end 21:30", "correct the end"),
        Example("cairn edit last --duration 45m", "correct the length"),
        Example("cairn edit k3f9ab --page 220", "correct the page"),
        Example("cairn edit last --mood-after none --place \"\"", "clear mood and place"),
        Example("cairn edit last --book Emma", "move it to another book"),
        Example("cairn edit last --position 1:40:00 --partial", "set the position in the audio"),
      ],
      arguments: [.session],
      options: [
        .value("start", "TIME", "The start time."), .value("end", "TIME", "The end time."),
        .value("duration", "DURATION", "The length without pauses, which moves the end: 45m."),
      ] + .position + [
        .startPage, .pageCount, .note, .moodBefore, .moodAfter, .place, .allTags, .reason,
        .value("book", "BOOK", "The book.", completion: .live("titles")),
        .value("reading", "N", "The reading of the book it belongs to."),
        .value("story", "STORY", "The story.", completion: .live("stories")),
        .adjust, .allowLong,
      ] + .listening + .climbing,
      action: { invocation, context in
        let values =
          [
            "start", "end", "duration", "page", "percent", "location", "start-page", "page-count",
            "note", "mood-before", "mood-after", "place", "tags", "reason", "book", "reading",
            "story",
          ] + ([Option].listening + [Option].climbing).map(\.name)
          + context.modules.fields.map(\.option)
        return values.contains(where: invocation.isGiven)
          ? try await context.edit(invocation) : try await context.editInEditor(invocation)
      }
    )
  }

  static var split: Command {
    Command(
      "split",
      summary: "Split a session in two.",
      examples: [Example("cairn split last --at 20:30", "two sessions, before and after")],
      arguments: [.session],
      options: [.value("at", "TIME", "The time to split at.")],
      action: { invocation, context in
        let word = try invocation.needed("at", "Give the time to split at.")
        return try await context.withLog { log in
          let row = try await SessionReference.find(invocation.required("session"), in: log)
          let times = context.times(in: row.zone)
          let cut = try times.instant(word, after: row.startedAt)
          let (earlier, later) = try await context.split(row, at: cut, in: log)
          _ = context.showEnded(earlier, "Kept")
          return context.showEnded(later, "Split off")
        }
      }
    )
  }

  static var merge: Command {
    Command(
      "merge",
      summary: "Merge two sessions; the time between becomes a pause.",
      examples: [Example("cairn merge @1 @2", "the two newest become one")],
      arguments: [
        .session, .required("other", "The session to merge into it.", completion: .live("ids")),
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

  static var continueCommand: Command {
    Command(
      "continue",
      summary: "Continue the last book, story or climbing.",
      discussion: """
        Starts a session of the same book or story, or of the same discipline at the same place. \
        Moods, effort and partners are not copied.
        """,
      examples: [
        Example("cairn continue", "the newest session"),
        Example("cairn continue @3", "the third newest session"),
      ],
      arguments: [.optional("session", SessionReference.help, completion: .live("ids"))],
      options: [.at, .adjust],
      action: { invocation, context in
        let (start, zone) = (try context.at(invocation), context.zone.name)
        let adjust = invocation.flag("adjust")
        return try await context.withLog { log in
          let word = invocation.value("session") ?? "last"
          let row = try await SessionReference.find(word, in: log)
          let act = RepeatSession(row.id, at: start, zone: zone, adjust: adjust)
          let started = try await context.write(to: log) { try $0.row(act.run(in: $0)) }
          return context.showOpen(started, .start)
        }
      }
    )
  }
}

extension Argument {
  static var session: Argument {
    .required("session", SessionReference.help, completion: .live("ids"))
  }
}

extension Invocation {
  /// Returns the value of a mandatory option; throws `usage.missing`.
  fileprivate func needed(_ option: String, _ hint: String) throws(CairnError) -> String {
    if let value = value(option) { return value }
    throw CairnError("usage.missing", "--\(option) is missing.", hint: hint)
  }
}

extension CommandContext {
  /// Edits the session as the options say.
  func edit(_ invocation: Invocation) async throws -> ExitCode {
    try await withLog { log in
      let edit = try await editSession(invocation, in: log)
      let (changed, finished, followed) = try await run(edit, in: log)
      let exit = showEnded(changed, "Edited")
      if edit.position != nil, let entry = changed.entry {
        try await reportIfFinished(entry, finished: finished, in: log)
      }
      try await report(followed, in: log)
      return exit
    }
  }

  /// Throws what ``edit(_:)`` would throw for options that cannot be read.
  func requireValid(_ invocation: Invocation) async throws {
    try await withLog { log in _ = try await editSession(invocation, in: log) }
  }

  private func editSession(_ invocation: Invocation, in log: Log) async throws -> EditSession {
    let row = try await SessionReference.find(invocation.required("session"), in: log)
    try invocation.requireKind(of: row.kind, in: modules, ["book", "reading"])
    return try await editSession(row, invocation, in: log)
  }

  fileprivate func run(_ edit: EditSession, in log: Log) async throws -> (
    SessionRow, finished: Identifier<Entry>?, followed: (Identifier<Entry>, Book.Finish)?
  ) {
    try await write(to: log) { writer in
      try edit.run(in: writer)
      try writer.reconcileReadThroughDates()
      return (try writer.row(edit.id), writer.effects.finished, writer.movedFinish)
    }
  }

  private func editSession(
    _ row: SessionRow,
    _ invocation: Invocation,
    in log: Log
  ) async throws -> EditSession {
    var edit = try EditSession(row.id, invocation)
    (edit.start, edit.end) = try newTimes(row, invocation)
    edit.details = try Fields(invocation, modules)
    if let word = invocation.value("book") {
      edit.book = try await BookReference.find(word, in: log).id
    }
    edit.reading = try await reading(row, invocation.value("reading"), in: log)
    if let word = invocation.value("story") {
      edit.story = StoryChoice(try await StoryReference.find(word, in: log).id)
    }
    return edit
  }

  /// Returns the new start and end of a session; throws `session.long` for an unconfirmed long one.
  private func newTimes(
    _ row: SessionRow,
    _ invocation: Invocation
  ) throws(CairnError) -> (start: Instant?, end: Instant?) {
    var (start, end): (Instant?, Instant?)
    if let word = invocation.value("start") {
      start = try times(in: row.zone).instant(word, before: row.endedAt ?? times.latest)
    }
    if let word = invocation.value("end") {
      end = try times(in: row.endZone ?? row.zone).instant(word, after: start ?? row.startedAt)
    }
    _ = try invocation.only(of: ["end", "duration"])
    if let word = invocation.value("duration") {
      let length = try times.duration(word).value
      end = row.end(lasting: length, from: start, now: now)
    }
    guard start != nil || end != nil else { return (nil, nil) }
    let begin = start ?? row.startedAt
    try refuseLong(begin..<max(begin, end ?? row.endedAt ?? now), invocation, format(row.zone))
    return (start, end)
  }

  fileprivate func split(
    _ row: SessionRow,
    at cut: Instant,
    in log: Log
  ) async throws -> (SessionRow, SessionRow) {
    try await log.write { writer in
      let (earlier, later) = try SplitSession(row.id, at: cut).run(in: writer)
      return (try writer.row(earlier), try writer.row(later))
    }
  }

  fileprivate func merge(
    _ row: SessionRow,
    _ other: SessionRow,
    in log: Log
  ) async throws -> SessionRow {
    try await log.write { writer in
      try MergeSessions(row.id, other.id).run(in: writer)
      return try writer.row(row.id)
    }
  }
}

extension Invocation {
  /// Throws `usage.kind` for an option that does not apply to this kind of session.
  func requireKind(
    of kind: SessionKind,
    in modules: [KindModule],
    _ alsoOfReading: [String] = []
  ) throws(CairnError) {
    let ofReading = [Option].reading + alsoOfReading.map { Option.flag($0, "") }
    for module in modules.fielded where module.kind != kind {
      try refuse([module].fields.map(Option.init(detail:)), module.kind.name, of: kind)
    }
    if kind != Reading.kind { try refuse(ofReading, "reading", of: kind) }
    if kind != Listening.kind { try refuse(.ofListening, "listening", of: kind) }
    guard kind == Climbing.kind else { return try refuse(.climbing, "climbing", of: kind) }
    try refuse(["author", "new"].map { .flag($0, "") }, "reading or listening", of: kind)
  }

  /// The only kind to which the given options apply; nil without such options, or if they conflict.
  func impliedKind(of modules: [KindModule]) -> SessionKind? {
    let own: [(kind: SessionKind, options: [Option])] = [
      (Reading.kind, .reading), (Listening.kind, .ofListening), (Climbing.kind, .climbing),
    ]
    let optionsByKind =
      own + modules.fielded.map { ($0.kind, [$0].fields.map(Option.init(detail:))) }
    let matching = optionsByKind.filter { $0.options.contains { isGiven($0.name) } }
    return matching.count == 1 ? matching.first?.kind : nil
  }

  /// Throws `usage.kind` if one of the options is given.
  func refuse(_ options: [Option], _ what: String, of kind: SessionKind) throws(CairnError) {
    guard let given = options.first(where: { isGiven($0.name) }) else { return }
    throw CairnError(
      "usage.kind",
      "--\(given.name) applies to \(what); this is a \(kind.name) session.",
      hint: "Remove it, or choose another session."
    )
  }
}

extension [Option] {
  /// The options that apply to reading only.
  fileprivate static var reading: [Option] {
    .position + [.startPage, .pageCount, .pagesRead]
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
