import Cairn
import CairnStore

extension Command<CommandContext> {
  static var bookPage: Command {
    Command(
      "page",
      group: "Books",
      summary: "Note how far you are, without a session or during one.",
      discussion: """
        A running session of the book counts what you note, from where it began. With --before \
        you had got there before it: then it begins at that place.
        """,
      reads: true,
      examples: [
        Example("cairn book page \"Dune\" 220", "moves the bookmark"),
        Example("cairn book page \"Dune\" +25", "25 pages farther"),
        Example("cairn book page \"Dune\" --percent 42.5", "in an e-book"),
      ],
      arguments: [.book, .optional("page", "The page, or +N for N pages farther.")],
      options: [
        .percent, .location, .pageCount,
        .flag("before", "You were there before the running session began."),
      ],
      action: { invocation, context in
        let (place, zone) = (try TypedPosition(noted: invocation), context.zone.name)
        let (before, count) = (invocation.flag("before"), try invocation.pageCount())
        return try await context.withLog { log in
          let row = try await BookReference.find(invocation.required("book"), in: log)
          let finished = try await log.write("Note a place") { writer -> Identifier<Entry>? in
            let today = try writer.day(at: writer.now, zone: zone)
            if let count { try writer.setPages(count, of: row.id) }
            guard let place = try place.position(try writer.book(row.id)) else { return nil }
            try writer.reach(place, in: row.id, today: today, before: before)
            return writer.finished
          }
          let exit = try await context.show(row.id, "Changed", in: log)
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
      group: "Books",
      summary: "Change how many pages a book has.",
      reads: true,
      examples: [Example("cairn book pages \"Dune\" 512", "your place keeps its fraction")],
      arguments: [.book, .required("pages", "How many pages.")],
      action: { invocation, context in
        let pages = try invocation.integer("pages") ?? 0
        return try await context.change(invocation) { try $0.setPages(pages, of: $1) }
      }
    )
  }
}

extension CommandContext {
  /// Reports the pages an open session of the book counts after the position was set by hand.
  fileprivate func reportOpenSession(_ id: Identifier<Entry>, in log: Log) async throws {
    for open in try await log.openSessions() where open.kind == Reading.kind {
      guard !wantsJSON, let detail = try await log.session(open.id, as: Reading.self)?.detail,
        detail.entry == id, let start = detail.startPosition
      else { continue }
      let pages = detail.amount.map { ": \(counted($0, "page")) so far" } ?? ""
      output.say("  The session that is open began at \(place(start))\(pages).")
    }
  }
}
