import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var tag: Command {
    Command(
      "tag",
      summary: "Tag sessions.",
      discussion:
        "Other commands take tags with a + before. Without a session, the newest is tagged.",
      examples: [
        Example("cairn tag beach", "the newest session"),
        Example("cairn tag @1 @3..@5 beach \"book club\"", "four sessions, with two tags"),
        Example("cairn start read \"Dune\" +beach", "tag a session as it starts"),
        Example("cairn log +beach", "list the sessions with a tag"),
      ],
      arguments: [.sessionsAndTags],
      options: [.tag],
      action: { invocation, context in
        try await context.tag(invocation, "Tagged") { TagSessions($0, add: $1) }
      }
    )
  }

  static var untag: Command {
    Command(
      "untag",
      summary: "Remove tags from sessions.",
      examples: [
        Example("cairn untag beach", "from the newest session"),
        Example("cairn untag @1 @3..@5 beach", "from four sessions"),
      ],
      arguments: [.sessionsAndTags],
      options: [.tag],
      action: { invocation, context in
        try await context.tag(invocation, "Untagged") { TagSessions($0, remove: $1) }
      }
    )
  }

  static var annotate: Command {
    Command(
      "annotate",
      summary: "Add a line to the note of a session.",
      discussion: """
        Without a session, the newest gets it. After a session the line is in quotes, because “last” may also be its \
        first word. `cairn edit --note` replaces the note.
        """,
      examples: [
        Example("cairn annotate \"the storm\"", "the newest session"),
        Example("cairn annotate @2 \"with Ana\"", "the second newest"),
      ],
      arguments: [
        .repeating(
          "text",
          "The line. \(SessionReference.help) may stand before it.",
          atLeastOne: true,
          completion: .live("ids")
        )
      ],
      action: { invocation, context in
        try await context.withLog { log in
          let (row, text) = try await invocation.annotation(in: log)
          let annotated = try await context.write(to: log) { writer in
            try AnnotateSession(row.id, text).run(in: writer)
            return try writer.row(row.id)
          }
          return context.showEnded(annotated, "Annotated")
        }
      }
    )
  }
}

extension Invocation {
  /// Returns the session, the newest unless one is named, and the line to add.
  ///
  /// Throws `usage.missing` without a line, and for a line without quotes after `last`.
  fileprivate func annotation(in log: Log) async throws -> (row: SessionRow, text: String) {
    let words = values("text")
    let named = try await SessionReference.findIfAny(words[0], in: log)
    guard let named else {
      let text = words.joined(separator: " ")
      return (try await SessionReference.find("last", in: log), text)
    }
    guard words.count > 1 else { throw Self.noLine(words[0]) }
    let rest = words.dropFirst().joined(separator: " ")
    guard words.count == 2 || words[0] != "last" else { throw Self.unclearLast(rest) }
    return (named, rest)
  }

  private static func noLine(_ session: String) -> CairnError {
    CairnError(
      "usage.missing",
      "The line to add is missing.",
      hint: "Write it after the session: cairn annotate \(session) \"the storm\"."
    )
  }

  private static func unclearLast(_ rest: String) -> CairnError {
    CairnError(
      "usage.missing",
      "“last” may be the session or a word of the line.",
      hint: "Use quotes: cairn annotate last \"\(rest)\", or cairn annotate \"last \(rest)\"."
    )
  }
}

extension Argument {
  fileprivate static var sessionsAndTags: Argument {
    .repeating(
      "word",
      "Tags, and the sessions as ids, last, @2 for the second newest, or @2..@5.",
      completion: .live("session-tags")
    )
  }
}

extension Option {
  static var tag: Option { tag("A tag, which may be written +NAME.") }
  static var ofTag: Option { tag("Only sessions with this tag, which may be written +NAME.") }

  private static func tag(_ help: String) -> Option {
    let completion = CompletionSource.live("session-tags")
    var option = Option(SessionContextEdit.tags, as: "tag", help, completion: completion)
    option.sign = SessionTags.sign
    return option
  }
}

extension CommandContext {
  fileprivate func tag(
    _ invocation: Invocation,
    _ done: String,
    _ act: @escaping @Sendable ([SessionID], [String]) -> TagSessions
  ) async throws -> ExitCode {
    try await withLog { log in
      let named = try await SessionReference.sessionsAndWords(invocation.values("word"), in: log)
      let tags = invocation.values("tag") + named.words
      guard !tags.isEmpty else { throw Self.noTags }
      var rows = named.rows
      if rows.isEmpty { rows = [try await SessionReference.find("last", in: log)] }
      let tagged = try await write(to: log) { [rows] writer in
        try act(rows.map(\.id), tags).run(in: writer)
        return try rows.map { try writer.row($0.id) }
      }
      return show(tagged, done)
    }
  }

  /// Shows one or several sessions that were changed.
  func show(_ rows: [SessionRow], _ done: String) -> ExitCode {
    if rows.count == 1 { return showEnded(rows[0], done) }
    if wantsData {
      output.print(data: rows.map { $0.report(at: now) })
    } else {
      for row in rows { output.info("\(done): \(line(row))") }
    }
    return .done
  }

  private static var noTags: CairnError {
    CairnError(
      "usage.missing",
      "The tags are missing.",
      hint: "Give one or more words: cairn tag last beach."
    )
  }
}
