import Cairn
import CairnStore

extension Command<CommandContext> {
  static var bookStatus: Command {
    Command(
      "status",
      group: "Books",
      summary: "Change how you stand to a book.",
      discussion: """
        The days of start and finish are set where there are none yet. A book that was read, and \
        put back since, becomes read without another reading; `cairn book reread` notes one. A \
        book of your wishlist that you begin to read counts as borrowed until you say that you \
        own it.
        """,
      reads: true,
      examples: [
        Example("cairn book status \"Dune\" read", "finished today"),
        Example("cairn book status \"Dune\" did-not-finish --reason \"too dry\"", "given up"),
      ],
      arguments: [.book, .required("status", "The new status.", completion: .values(statusNames))],
      options: [.value("reason", "TEXT", "Why you did not finish it.")],
      action: { invocation, context in
        guard let status = try invocation.status() else { return .usage }
        let (reason, zone) = (invocation.value("reason"), context.zone.name)
        return try await context.withLog { log in
          let row = try await BookReference.find(invocation.required("book"), in: log)
          let isReadAlready = try await log.write("Change a book") {
            try $0.changeStatus(status, row.id, reason: reason, zone: zone)
          }
          let exit = try await context.show(row.id, "Changed", in: log)
          if isReadAlready { context.reportAlreadyRead(row) }
          return exit
        }
      }
    )
  }

  static var deleteBook: Command {
    Command(
      "delete",
      group: "Books",
      summary: "Take a book off the shelf; its hours stay.",
      discussion: """
        Its sessions stay in every total, and in the log under its title. While a session of it is \
        open it is refused, unless --yes throws that away.
        """,
      reads: true,
      examples: [Example("cairn book delete \"Dune\"", "`cairn book restore` brings it back")],
      arguments: [.book],
      options: [.flag("yes", short: "y", "Throw an open session of it away as well.")],
      action: { invocation, context in
        let yes = invocation.flag("yes")
        return try await context.withLog { log in
          let row = try await BookReference.find(invocation.required("book"), in: log)
          let open = try await log.write("Delete a book") {
            try $0.deleteBook(row.id, withOpenSession: yes)
          }
          try await context.showDeleted(row, open, in: log)
          return .done
        }
      }
    )
  }

  static var restoreBook: Command {
    Command(
      "restore",
      group: "Books",
      summary: "Bring back a book that was deleted.",
      reads: true,
      examples: [Example("cairn book restore \"Dune\"", "with its dates, shelves and notes")],
      arguments: [.required("book", BookReference.help, completion: .live("deleted"))],
      action: { invocation, context in
        try await context.withLog { log in
          let word = invocation.required("book")
          let id = try await BookReference.findDeleted(word, in: log)
          let session = try await log.write("Restore a book") { try $0.restoreBook(id) }
          let exit = try await context.show(id, "Restored", in: log)
          context.say(session)
          return exit
        }
      }
    )
  }

  static var mergeBooks: Command {
    Command(
      "merge",
      group: "Books",
      summary: "Make two books one.",
      discussion: """
        The second goes into the first with its sessions, readings, editions, shelves, tags and \
        notes; where both say something, the first stands, but what is being read stays so. \
        Later imports know that they are one. `cairn undo` parts them again.
        """,
      reads: true,
      examples: [Example("cairn book merge k3f9ab m41d2e", "what was m41d2e is k3f9ab now")],
      arguments: [
        .book,
        .required("other", "The book that goes into it.", completion: .live("titles")),
      ],
      action: { invocation, context in
        try await context.withLog { log in
          let row = try await BookReference.find(invocation.required("book"), in: log)
          let other = try await BookReference.find(invocation.required("other"), in: log)
          let book = try await log.write("Merge two books") { writer in
            try writer.mergeBooks(row.id, other.id)
          }
          let exit = try await context.show(row.id, "Merged", in: log)
          if book.entry.status != row.status { context.explainStatus(of: other, row.status) }
          return exit
        }
      }
    )
  }
}

extension CommandContext {
  /// Reports that the book was already read, and how to add another reading.
  fileprivate func reportAlreadyRead(_ row: EntryRow) {
    guard !wantsJSON else { return }
    output.say(
      "  It was read already, so no reading was added; "
        + "`cairn book reread \(row.shortID.text)` notes another one."
    )
  }

  /// Explains the status of a merged book if it differs from its earlier one.
  fileprivate func explainStatus(of other: EntryRow, _ old: ReadingStatus) {
    guard !wantsJSON, !old.waits else { return }
    output.say(
      "  It was “\(old.label)”; it stands as \(other.shortID.text) did, since what is being read "
        + "stays so."
    )
  }

  /// Reports the state of the open session that was deleted with a restored book.
  fileprivate func say(_ session: RestoredSession) {
    guard !wantsJSON else { return }
    switch session {
    case .none: return
    case .back(let row) where row.endedAt == nil:
      output.say("  Its open session is back: \(timer(row)). `cairn resume` goes on with it.")
    case .back(let row):
      output.say("  Its open session is back, and ended: \(line(row)).")
    case .taken(let other):
      output.say("  Its open session stays away; its time is taken by now: \(line(other)).")
    }
  }

  /// Reports a deleted book and how to restore it.
  fileprivate func showDeleted(_ row: EntryRow, _ open: SessionRow?, in log: Log) async throws {
    if wantsJSON {
      guard let deleted = try await log.deletedBooks().first(where: { $0.id == row.id }) else {
        return
      }
      return output.print(deleted.json.text)
    }
    let restore = "`cairn book restore \(row.shortID.text)` brings"
    guard let open else {
      return output.say("Deleted “\(row.title.visible)”; its sessions stay. \(restore) it back.")
    }
    output.say(
      "Deleted “\(row.title.visible)” and its open session of "
        + "\(text(open.timeline.active(until: now))); its other sessions stay. "
        + "\(restore) both back."
    )
  }
}
