import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var start: Command {
    Command(
      "start",
      summary: "Start a session.",
      examples: [
        Example("cairn start \"Dune\"", "start a book or story you already have"),
        Example("cairn start read \"Dune\"", "start reading Dune; adds the book if it is new"),
        Example("cairn start read \"Dune\" --at \"15m ago\"", "started 15 minutes ago"),
        Example("cairn start climb --discipline sport", "start climbing"),
      ],
      arguments: [
        .required(
          "title",
          "The title or the id of a book or story in your library.",
          completion: .live("titles")
        )
      ],
      options: [.at, .moodAtStart, .place, .tag, .note, .adjust],
      subcommands: [startReading, startListening, startClimbing],
      action: { invocation, context in try await context.startKnown(invocation) }
    )
  }

  fileprivate static var startReading: Command {
    Command(
      "read",
      summary: "Start reading a book.",
      discussion: """
        The session is stored before the command returns, so it survives a closed terminal or a \
        power failure. One reading session can be open at a time.
        """,
      examples: [
        Example("cairn start read \"Dune\"", "from your current position"),
        Example("cairn start read \"Dune\" --start-page 180", "from page 180"),
      ],
      arguments: [.required("book", BookReference.help, completion: .live("titles"))],
      options: [
        .at, .startPage, .moodAtStart, .place, .tag, .note, .newBook, .newAuthor, .pageCount,
        .adjust,
      ],
      action: { invocation, context in
        let begun = try context.sessionStart(invocation)
        return try await context.withLog { log in
          let book = try await invocation.bookToStart(in: log)
          var start = try StartReading(book, invocation, zone: context.zone.name)
          start.start = begun
          let row = try await context.write(to: log) { [start] writer in
            try writer.row(start.run(in: writer))
          }
          if let entry = row.entry { context.reportIfNew(book, entry, invocation) }
          return context.showOpen(row, .start)
        }
      }
    )
  }
}

extension CommandContext {
  /// Starts reading a known book, or listening to a known story.
  fileprivate func startKnown(_ invocation: Invocation) async throws -> ExitCode {
    let title = invocation.required("title")
    let kind = try await withLog { log in try await log.kind(of: title) }
    guard let kind else {
      throw CairnError.unknownTitle(title, near: try await withLog { try await $0.near(title) })
    }
    let (command, argument) =
      kind == Reading.kind ? (Command.startReading, "book") : (.startListening, "story")
    guard let action = command.action else { return .usage }
    return try await action(
      invocation.passed(to: command, below: ["start"], [argument: [title]]),
      self
    )
  }

  /// Returns the options of a new session except its subject; throws `usage.value`.
  func sessionStart(_ invocation: Invocation) throws(CairnError) -> SessionStart {
    var start = try SessionStart(invocation, zone: zone.name)
    start.at = try at(invocation)
    return start
  }
}

extension Invocation {
  /// Returns the page count of `--page-count`; nil without it.
  func pageCount() throws(CairnError) -> Int64? { try number(StartReading.pageCount) ?? nil }

  /// Returns the book to start.
  func bookToStart(in log: Log) async throws -> BookChoice {
    let word = required("book")
    let new = NewBook(
      title: word,
      authors: values("author"),
      pages: try pageCount()
    )
    return try await BookReference.findOrNew(word, isNew: flag("new"), new, in: log)
  }
}

extension Option {
  static var at: Option {
    .value("at", "TIME", "Time, if not now: 20:40, -15m, \"yesterday 9pm\".")
  }

  static var newBook: Option {
    .flag("new", "Add the book even if others have a similar title.")
  }

  static var newAuthor: Option {
    .value("author", "NAME", "The author, if the book is new.", isRepeatable: true)
  }
}

extension CairnError {
  fileprivate static func unknownTitle(_ title: String, near: [String]) -> CairnError {
    let like = near.isEmpty ? "" : "Did you mean \(near.joined(separator: " or "))? Or write"
    return CairnError(
      "reading.book_not_found",
      "You have no book or story titled “\(title)”.",
      hint: "\(near.isEmpty ? "Write" : like) `cairn start read \"\(title)\"` or "
        + "`cairn start listen \"\(title)\"` to add it."
    )
  }
}

extension Log {
  /// Returns the titles of up to three books and stories like a word, in quotes with their ids.
  fileprivate func near(_ word: String) async throws -> [String] {
    let books = try await BookReference.near(word, in: self).map { ($0.title, $0.shortID) }
    let stories = try await stories().similar(to: word).map { ($0.title, $0.shortID) }
    return (books + stories).prefix(3).map { "“\($0.0.visible)” (\($0.1.text))" }
  }
}
