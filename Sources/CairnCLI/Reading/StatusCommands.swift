import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var bookStatus: Command {
    Command(
      "status",
      summary: "Set the status of a book.",
      discussion: """
        Start and finish dates are set if they are missing. A book that was read and then reset \
        becomes read again without another reading; add one with `cairn book reread`. A \
        wishlist book that you start reading counts as borrowed until you mark it as \
        owned.
        """,
      examples: [
        Example("cairn book status \"Dune\" read", "finished today"),
        Example("cairn book status \"Dune\" did-not-finish --reason \"too dry\"", "with a reason"),
      ],
      arguments: [.book, .required("status", "The new status.", completion: .values(statusNames))],
      options: [.value("reason", "TEXT", "The reason you did not finish it.")],
      action: { invocation, context in
        guard let status = try invocation.status() else { return .usage }
        let (reason, zone) = (invocation.value("reason"), context.zone.name)
        return try await context.withLog { log in
          let row = try await BookReference.find(invocation.required("book"), in: log)
          let isReadAlready = try await log.write {
            try ChangeStatus(status, row.id, reason: reason, zone: zone).run(in: $0)
          }
          let exit = try await context.show(row.id, "Edited", in: log)
          if isReadAlready { context.reportAlreadyRead(row) }
          return exit
        }
      }
    )
  }

  static var deleteBook: Command {
    Command(
      "delete",
      summary: "Delete a book; its time still counts.",
      discussion: """
        Its sessions stay in the log and in all totals. If a session of it is open, stop \
        it first, or discard it with --yes.
        """,
      examples: [Example("cairn book delete \"Dune\"", "restore it with `cairn book restore`")],
      arguments: [.book],
      options: [.flag("yes", short: "y", "Also discard an open session of it.")],
      action: { invocation, context in
        let yes = invocation.flag("yes")
        return try await context.withLog { log in
          let row = try await BookReference.find(invocation.required("book"), in: log)
          let open = try await log.write {
            try DeleteBook(row.id, withOpenSession: yes).run(in: $0)
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
      summary: "Restore a deleted book.",
      examples: [Example("cairn book restore \"Dune\"", "with its dates, shelves and notes")],
      arguments: [.required("book", BookReference.help, completion: .live("deleted"))],
      action: { invocation, context in
        try await context.withLog { log in
          let word = invocation.required("book")
          let id = try await BookReference.findDeleted(word, in: log)
          let session = try await log.write { try RestoreBook(id).run(in: $0) }
          let exit = try await context.show(id, "Restored", in: log)
          context.report(session)
          return exit
        }
      }
    )
  }

  static var mergeBooks: Command {
    Command(
      "merge",
      summary: "Merge two books.",
      discussion: """
        Moves the sessions, readings, editions, shelves, tags and notes of the second into the \
        first. Values of the first win, except that a book you are reading stays open. \
        Later imports keep them merged. `cairn undo` separates them again.
        """,
      examples: [Example("cairn book merge k3f9ab m41d2e", "merge m41d2e into k3f9ab")],
      arguments: [
        .book,
        .required("other", "The book to merge into it.", completion: .live("titles")),
      ],
      action: { invocation, context in
        try await context.withLog { log in
          let row = try await BookReference.find(invocation.required("book"), in: log)
          let other = try await BookReference.find(invocation.required("other"), in: log)
          let book = try await log.write { try MergeBooks(row.id, other.id).run(in: $0) }
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
    guard !wantsData else { return }
    output.info(
      "  It was already read, so no reading was added. Add one with "
        + "`cairn book reread \(row.shortID.text)`."
    )
  }

  /// Explains the status of a merged book if it differs from its earlier one.
  fileprivate func explainStatus(of other: EntryRow, _ old: ReadingStatus) {
    guard !wantsData, !old.isPlanned else { return }
    output.info(
      "  It was “\(old.label)”; it now has the status of \(other.shortID.text), because a book you "
        + "are reading stays open."
    )
  }

  /// Reports the state of the open session that was deleted with a restored book.
  fileprivate func report(_ session: RestoredSession<SessionRow>) {
    guard !wantsData else { return }
    switch session {
    case .none: return
    case .restored(let row) where row.endedAt == nil:
      output.info("  Its open session is restored: \(timer(row)). Continue with `cairn resume`.")
    case .restored(let row):
      output.info("  Its open session is restored and ended: \(line(row)).")
    case .taken(let other):
      output.info("  Its open session was not restored, because it overlaps: \(line(other)).")
    }
  }

  /// Reports a deleted book and how to restore it.
  fileprivate func showDeleted(_ row: EntryRow, _ open: SessionRow?, in log: Log) async throws {
    if wantsData {
      guard let deleted = try await log.deletedBooks().first(where: { $0.id == row.id }) else {
        return
      }
      return output.print(data: deleted)
    }
    let restore = "`cairn book restore \(row.shortID.text)`"
    guard let open else {
      return output.info(
        "Deleted “\(row.title.visible)”; its sessions stay. Restore it with \(restore)."
      )
    }
    output.info(
      "Deleted “\(row.title.visible)” and its open session of "
        + "\(text(open.timeline.active(until: now))); its other sessions stay. "
        + "Restore both with \(restore)."
    )
  }
}
