import Cairn
import CairnStore

extension Command<CommandContext> {
  static var start: Command {
    Command(
      "start",
      group: "Sessions",
      summary: "Start a session.",
      examples: [
        Example("cairn start read \"Dune\"", "start reading Dune; adds the book if it is new"),
        Example("cairn start read \"Dune\" --at -15m", "started 15 minutes ago"),
        Example("cairn start climb --discipline sport", "start climbing"),
      ],
      subcommands: [startReading, startListening, startClimbing]
    )
  }

  private static var startReading: Command {
    Command(
      "read",
      group: "Sessions",
      summary: "Start reading a book.",
      discussion: """
        The session is stored before the command returns, so it survives a closed terminal or a \
        power failure. One reading session can be open at a time.
        """,
      reads: true,
      examples: [
        Example("cairn start read \"Dune\"", "from your current position"),
        Example("cairn start read \"Dune\" --start-page 180", "from page 180"),
      ],
      arguments: [.required("book", BookReference.help, completion: .live("titles"))],
      options: [.at, .startPage, .mood, .place, .newBook, .newAuthor, .pageCount, .adjust],
      action: { invocation, context in
        let started = try context.at(invocation)
        let sessionContext = try SessionContextOptions(invocation, before: "mood")
        return try await context.withLog { log in
          let book = try await invocation.bookToStart(in: log)
          let (zone, page) = (context.zone.name, try invocation.integer("start-page"))
          let (adjust, count) = (invocation.flag("adjust"), try invocation.pageCount())
          let (row, entry) = try await context.write("Started reading", to: log) { writer in
            let entry = try book.id(in: writer, zone: zone)
            if let count { try writer.setPages(count, of: entry) }
            let session = try writer.startReading(entry, at: started, zone: zone, adjust: adjust)
            if let page { try writer.setPlaces(session.id, from: page) { _ in nil } }
            try sessionContext.apply(to: session.id, in: writer)
            return (try writer.row(session.id), entry)
          }
          context.reportIfNew(book, entry, invocation)
          return context.showOpen(row, "Started")
        }
      }
    )
  }
}

extension Invocation {
  /// Returns the page count of `--page-count`; nil without it.
  func pageCount() throws(CairnError) -> Int64? {
    try integer("page-count", in: 1...100_000)
  }

  /// Returns the book to start.
  func bookToStart(in log: Log) async throws -> SessionBook {
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

  static var startPage: Option { .value("start-page", "N", "The start page.") }

  static var newBook: Option {
    .flag("new", "Add the book even if others have a similar title.")
  }

  static var newAuthor: Option {
    .value("author", "NAME", "The author, if the book is new.", isRepeatable: true)
  }

  static var pageCount: Option { .value("page-count", "N", "The number of pages.") }
}
