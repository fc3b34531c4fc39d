import Cairn
import CairnStore

extension Command<CommandContext> {
  static var restoreDeleted: Command {
    Command(
      "restore",
      group: "Care",
      summary: "Bring back what another device deleted in bulk, everywhere.",
      discussion: """
        It is told by `cairn sync status`. A session whose time another one has by now stays deleted. \
        Exits with 1 when nothing was brought back; `cairn undo` takes it back.
        """,
      reads: true,
      examples: [Example("cairn sync restore", "all that `cairn sync status` tells of")],
      arguments: [.optional("deletion", "Its short id; without it all there are.")],
      action: { invocation, context in
        try await context.withLog { log in
          let ids = try await context.deletions(invocation, log).map(\.id)
          let outcome = try await log.write("Bring back") { writer in
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
      group: "Care",
      summary: "Leave deleted what another device deleted in bulk.",
      discussion: "It is told of no more. Exits with 1 when there was nothing to tell of.",
      reads: true,
      examples: [Example("cairn sync dismiss", "you meant it")],
      arguments: [.optional("deletion", "Its short id; without it all there are.")],
      action: { invocation, context in
        try await context.withLog { log in
          let deletions = try await context.deletions(invocation, log)
          try await log.write("Leave it deleted") { writer in
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
  /// Returns the bulk deletion with the typed short or full ID, or all; throws `sync.no_deletion`.
  fileprivate func deletions(_ invocation: Invocation, _ log: Log) async throws -> [BulkDeletion] {
    let all = try await log.bulkDeletions()
    guard let word = invocation.value("deletion") else { return all }
    let meant = all.filter { [$0.shortID.text, $0.id.text].contains(word.lowercased()) }
    guard meant.isEmpty else { return meant }
    throw CairnError(
      "sync.no_deletion",
      "There is nothing that another device deleted in bulk as “\(word.visible)”.",
      hint: "`cairn sync status` tells of what there is."
    )
  }
}
