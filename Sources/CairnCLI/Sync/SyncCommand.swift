import Cairn
import CairnReports
import CairnStore
import CairnSync

extension Command<CommandContext> {
  static var sync: Command {
    Command(
      "sync",
      summary: "Sync this log with your server.",
      discussion: """
        Sends local changes, fetches remote ones, and reports when both logs are \
        identical. Unsent changes wait for the next run; no other command needs the server. Safe to run \
        from cron and at any time; a second concurrent run exits at once. Exits with 69 \
        if the server cannot be reached.

        A command that changes the log starts a sync in the background, unless \
        you set `cairn sync auto no`. With --watch the command keeps running and fetches remote \
        changes within about a second.
        """,
      examples: [
        Example("cairn sync setup https://cairn.example.org", "set up the server, once"),
        Example("cairn sync", "sync now"),
        Example("cairn sync status", "waiting changes and the last sync"),
      ],
      options: [
        .flag("full", "Compare everything, and send what the server lacks."),
        .flag("watch", short: "w", "Keep running, and sync whenever something changes."),
      ],
      subcommands: [
        setUpSync, syncStatus, syncConflicts, useLosingValue, keepCurrentValue, restoreDeleted,
        dismissDeleted, nameDevice, retryRejected, autoSync, debouncedSync, stopSync,
      ],
      action: { invocation, context in
        let plan = try context.requiredSyncRemote()
        if invocation.flag("watch") { return try await context.watch(plan) }
        return try await context.withLog { log in
          if invocation.flag("full") {
            return try await context.sync(log, plan, forcesFullComparison: true)
          }
          return try await context.syncUnlessBusy(log, plan)
        }
      }
    )
  }

  private static var setUpSync: Command {
    Command(
      "setup",
      summary: "Set up the server to sync with, and sync.",
      discussion: """
        On a multi-user server, create a token with read and write scope under Account, and enter it \
        at the prompt or on standard input. The token is stored in a file in the data directory that \
        only you can read. This log and the log of the account are merged and keep all \
        their data. `cairn undo` cannot separate them again, so this log is backed up first, \
        and the backup is shown.
        """,
      examples: [
        Example("cairn sync setup https://cairn.example.org", "prompts for a token"),
        Example("cairn sync setup http://127.0.0.1:8080 --no-token", "a server without accounts"),
      ],
      arguments: [.required("url", "The server URL, including its path.")],
      options: [
        .flag("no-token", "The server has no accounts and needs no token."),
        .flag("insecure", "Send your log without TLS, on a network you trust."),
        .flag("yes", short: "y", "Confirm, even if this log synced with another one before."),
      ],
      action: { invocation, context in
        let token =
          invocation.flag("no-token")
          ? "" : try TypedPassword.secret("token", context.output)
        let plan = try SyncRemote(url: invocation.required("url"), token: token)
        if !invocation.flag("insecure") { try plan.address.requireEncryption() }
        return try await context.withLog {
          try await context.follow($0, plan, allowsLogMerge: invocation.flag("yes"))
        }
      }
    )
  }

  private static var syncStatus: Command {
    Command(
      "status",
      summary: "Show waiting and rejected changes, and the last sync.",
      discussion: "Works offline. Exits with 1 if changes are waiting or a problem exists.",
      examples: [Example("cairn sync status", "in sync at 10:02")],
      action: { _, context in
        let plan = try context.requiredSyncRemote()
        return try await context.withLog { log in
          let state = try await log.syncState()
          context.show(state, plan, try await log.possibleDuplicates())
          let isHealthy = state.isSettled && context.directory.lastSyncError == nil
          return isHealthy ? .done : .refused
        }
      }
    )
  }

  private static var syncConflicts: Command {
    Command(
      "conflicts",
      summary: "List sync conflicts and possible duplicates.",
      examples: [Example("cairn sync conflicts", "current and losing values")],
      action: { _, context in
        try await context.withLog { log in
          let conflicts = try await log.openConflicts()
          let overlap = try await log.possibleDuplicates()
          context.show(conflicts, try await log.deviceNames(), isAll: overlap.isEmpty)
          context.show(overlap)
          return conflicts.isEmpty && overlap.isEmpty ? .refused : .done
        }
      }
    )
  }

  private static var useLosingValue: Command {
    Command(
      "use-other",
      summary: "Resolve a conflict: use the other value.",
      examples: [Example("cairn sync use-other q3f8zk", "undo it with `cairn undo`")],
      arguments: [.required("conflict", "The short id, from `cairn sync conflicts`.")],
      action: { invocation, context in
        try await context.resolve(
          invocation,
          "Used the other value",
          deletion: "Restored",
          merge: "Separated"
        ) { try $0.useLosingValue($1) }
      }
    )
  }

  private static var keepCurrentValue: Command {
    Command(
      "keep-current",
      summary: "Resolve a conflict: keep the current value.",
      examples: [Example("cairn sync keep-current q3f8zk", "the conflict is no longer listed")],
      arguments: [.required("conflict", "The short id, from `cairn sync conflicts`.")],
      action: { invocation, context in
        try await context.resolve(
          invocation,
          "Kept the current value",
          deletion: "Kept deleted",
          merge: "Kept merged"
        ) { try $0.keepCurrentValue($1) }
      }
    )
  }

  private static var retryRejected: Command {
    Command(
      "retry",
      summary: "Retry the changes that the server rejected.",
      examples: [Example("cairn sync retry", "after fixing the reason")],
      action: { _, context in
        let plan = try context.requiredSyncRemote()
        return try await context.withLog { log in
          try await log.retryRejected()
          return try await context.syncUnlessBusy(log, plan)
        }
      }
    )
  }

  private static var autoSync: Command {
    Command(
      "auto",
      summary: "Turn background sync on this device on or off.",
      discussion: """
        Set `CAIRN_SYNC_AUTO=no` to turn it off for one command.
        """,
      examples: [Example("cairn sync auto no", "sync only with `cairn sync`")],
      arguments: [.required("answer", "`yes` or `no`.")],
      action: { invocation, context in
        var plan = try context.requiredSyncRemote()
        plan.isAutomatic = try isYes(invocation.required("answer"))
        try context.directory.save(plan)
        context.show(automatic: plan)
        return .done
      }
    )
  }

  private static func isYes(_ word: String) throws(CairnError) -> Bool {
    switch word {
    case "yes": return true
    case "no": return false
    default:
      throw CairnError(
        "usage.value",
        "“\(word.visible)” is neither `yes` nor `no`.",
        hint: "Run `cairn sync auto yes` or `cairn sync auto no`."
      )
    }
  }

  private static var debouncedSync: Command {
    Command(
      "soon",
      summary: "Sync in a moment; started after a write.",
      printsJSON: false,
      isHidden: true,
      action: { _, context in
        try await context.withLog { log in
          try await context.debouncedSync(log) { try await Task.sleep(for: $0) }
        }
      }
    )
  }

  private static var stopSync: Command {
    Command(
      "stop",
      summary: "Stop syncing; both logs stay as they are.",
      discussion: "Fails while changes are waiting, unless you give --yes.",
      examples: [Example("cairn sync stop", "forget the server and the token")],
      options: [.flag("yes", short: "y", "Stop even if changes are waiting.")],
      action: { invocation, context in
        try await context.withLog { log in
          let state = try await log.syncState()
          if state.cursor == nil { _ = try context.requiredSyncRemote() }
          let waiting = state.queued
          guard waiting == 0 || invocation.flag("yes") else { throw unsent(waiting) }
          try await context.stopSyncing(log) { try await Task.sleep(for: $0) }
          context.confirmDisconnected()
          return .done
        }
      }
    )
  }

  private static func unsent(_ count: Int) -> CairnError {
    CairnError(
      "sync.unsent",
      "\(counted(count, "change was", "changes were")) not sent to the server yet.",
      hint: "Run `cairn sync` first, or add --yes; the changes stay in this log."
    )
  }
}
