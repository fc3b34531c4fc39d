import Cairn
import CairnReports
import CairnStore
import CairnSync

extension Command<CommandContext> {
  static var restoreDeleted: Command {
    Command(
      "restore",
      summary: "Restore a bulk deletion by another device.",
      discussion: """
        `cairn sync status` lists such deletions. A session that now overlaps another stays deleted. \
        Exits with 1 if nothing was restored. Undo it with `cairn undo`.
        """,
      examples: [Example("cairn sync restore", "everything that `cairn sync status` lists")],
      arguments: [.optional("deletion", "The short id; all if not given.")],
      action: { invocation, context in
        try await context.withLog { log in
          let ids = try await context.deletions(invocation, log).map(\.id)
          let outcome = try await log.write { writer in
            try ids.reduce(into: RestoredRecords()) { $0 += try writer.restore($1) }
          }
          context.show(outcome)
          return outcome.restored > 0 ? .done : .refused
        }
      }
    )
  }

  static var dismissDeleted: Command {
    Command(
      "dismiss",
      summary: "Accept a bulk deletion by another device.",
      discussion: "It is no longer listed. Exits with 1 if there was nothing to accept.",
      examples: [Example("cairn sync dismiss", "the deletion was intended")],
      arguments: [.optional("deletion", "The short id; all if not given.")],
      action: { invocation, context in
        try await context.withLog { log in
          let deletions = try await context.deletions(invocation, log)
          try await log.write { writer in
            for one in deletions { try writer.dismiss(one.id) }
          }
          context.show(dismissed: deletions, try await log.deviceNames())
          return deletions.isEmpty ? .refused : .done
        }
      }
    )
  }
}

extension CommandContext {
  /// Returns the bulk deletion with the typed short or full ID, or all; throws `sync.deletion_not_found`.
  fileprivate func deletions(_ invocation: Invocation, _ log: Log) async throws -> [BulkDeletion] {
    let all = try await log.bulkDeletions()
    guard let word = invocation.value("deletion") else { return all }
    let matching = all.filter { [$0.shortID.text, $0.id.text].contains(word.lowercased()) }
    guard matching.isEmpty else { return matching }
    throw CairnError(
      "sync.deletion_not_found",
      "There is no bulk deletion “\(word.visible)”.",
      hint: "List bulk deletions with `cairn sync status`."
    )
  }
}
