import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var bookPage: Command {
    Command(
      "page",
      summary: "Set your current position, with or without a session.",
      discussion: """
        During a session of the book, the pages count for it. With --before they were read \
        earlier, and the session starts at that position.
        """,
      examples: [
        Example("cairn book page \"Dune\" 220", "moves the bookmark"),
        Example("cairn book page \"Dune\" +25", "25 pages further"),
        Example("cairn book page \"Dune\" --percent 42.5", "in an e-book"),
      ],
      arguments: [.book, .optional("page", "The page, or +N for N pages further.")],
      options: Array([Option].position.dropFirst()) + [.pageCount, Option(UpdatePosition.before)],
      action: { invocation, context in
        let (position, zone) = (try PositionInput(required: invocation), context.zone.name)
        return try await context.withLog { log in
          let row = try await BookReference.find(invocation.required("book"), in: log)
          let update = try UpdatePosition(position, in: row.id, invocation, zone: zone)
          let finished = try await log.write { writer in
            try update.run(in: writer)
            return writer.effects.finished
          }
          let exit = try await context.show(row.id, "Edited", in: log)
          try await context.reportOpenSession(row.id, in: log)
          try await context.reportIfFinished(row.id, finished: finished, in: log)
          return exit
        }
      }
    )
  }

  static var bookPages: Command {
    Command(
      "pages",
      summary: "Set the page count of a book.",
      examples: [Example("cairn book pages \"Dune\" 512", "your position is converted")],
      arguments: [.book, .required("pages", "The number of pages.")],
      action: { invocation, context in
        let pages = try invocation.integer("pages") ?? 0
        return try await context.change(invocation) { try SetPageCount(pages, of: $1).run(in: $0) }
      }
    )
  }
}

extension CommandContext {
  /// Reports the pages an open session of the book counts after the position was set by hand.
  fileprivate func reportOpenSession(_ id: Identifier<Entry>, in log: Log) async throws {
    for open in try await log.openSessions() where open.kind == Reading.kind {
      guard !wantsData, let detail = try await log.session(open.id, as: Reading.self)?.detail,
        detail.entry == id, let start = detail.startPosition
      else { continue }
      let pages = detail.amount.map { ": \(counted($0, "page")) so far" } ?? ""
      output.info("  The open session started at \(text(of: start))\(pages).")
    }
  }
}
