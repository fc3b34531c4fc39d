import Cairn
import CairnStore
import CairnSync

extension Command<CommandContext> {
  static var sync: Command {
    Command(
      "sync",
      group: "Care",
      summary: "Bring this log and that of your server into agreement.",
      discussion: """
        Sends what was done here, fetches what was done elsewhere, and says when both hold the \
        same. What cannot be sent waits: nothing needs the server but this command. Safe to run \
        from cron, and at any moment; a second run beside the first ends at once. Exits with 69 \
        when the server cannot be reached.

        A command that changes the log starts a sync by itself and does not wait for it, unless \
        `cairn sync auto no` says otherwise. With --watch it stays and fetches what is done \
        elsewhere within about a second.
        """,
      reads: true,
      examples: [
        Example("cairn sync setup https://cairn.example.org", "names the server, once"),
        Example("cairn sync", "sends and fetches"),
        Example("cairn sync status", "what waits, and since when both agree"),
      ],
      options: [
        .flag("anew", "Compare everything, and send what the server lacks."),
        .flag("watch", short: "w", "Stay, and sync whenever something changes here or there."),
      ],
      subcommands: [
        setUpSync, syncStatus, syncConflicts, useLosingValue, letGoLost, restoreDeleted,
        dismissDeleted, nameDevice, retryRejected, autoSync, debouncedSync, stopSync,
      ],
      action: { invocation, context in
        let plan = try context.requiredSyncRemote()
        if invocation.flag("watch") { return try await context.watch(plan) }
        return try await context.withLog { log in
          if invocation.flag("anew") {
            return try await context.sync(log, plan, anew: true)
          }
          return try await context.syncOrLeave(log, plan)
        }
      }
    )
  }

  private static var setUpSync: Command {
    Command(
      "setup",
      group: "Care",
      summary: "Name the server that this log follows, and sync.",
      discussion: """
        On a server with accounts make a token that may read and write, under Account, and give it \
        on standard input or when asked. It is kept in the data directory in a file that only you \
        can read. Everything in this log and in that of the account comes together; nothing is \
        thrown away on either side. No `undo` parts them again, so what is here is copied before, \
        and the copy is named.
        """,
      reads: true,
      examples: [
        Example("cairn sync setup https://cairn.example.org", "asks for a token"),
        Example("cairn sync setup http://127.0.0.1:8080 --no-token", "a server without accounts"),
      ],
      arguments: [.required("url", "Where the server is, with the path below which it lies.")],
      options: [
        .flag("no-token", "The server has no accounts, and asks for no token."),
        .flag("insecure", "Send all that is logged without TLS, in a network that is all yours."),
        .flag("yes", short: "y", "Even if this log has followed another log before."),
      ],
      action: { invocation, context in
        let token =
          invocation.flag("no-token")
          ? "" : try TypedPassword.secret("token", context.output)
        let plan = try SyncRemote(url: invocation.required("url"), token: token)
        if !invocation.flag("insecure") { try plan.requireEncryption() }
        return try await context.withLog {
          try await context.follow($0, plan, joins: invocation.flag("yes"))
        }
      }
    )
  }

  private static var syncStatus: Command {
    Command(
      "status",
      group: "Care",
      summary: "Say what waits and was refused, and since when both agree.",
      discussion: "Asks no server. Exits with 1 when something waits or is in the way.",
      reads: true,
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
      group: "Care",
      summary: "List values that lost, and what two devices recorded.",
      reads: true,
      examples: [Example("cairn sync conflicts", "which value stands, and which was lost")],
      action: { _, context in
        try await context.withLog { log in
          let lost = try await log.openConflicts()
          let overlap = try await log.possibleDuplicates()
          context.show(lost, try await log.deviceNames(), isAll: overlap.isEmpty)
          context.show(overlap)
          return lost.isEmpty && overlap.isEmpty ? .refused : .done
        }
      }
    )
  }

  private static var useLosingValue: Command {
    Command(
      "take",
      group: "Care",
      summary: "Take the value that lost instead of the one that stands.",
      reads: true,
      examples: [Example("cairn sync take q3f8zk", "what `cairn undo` takes back")],
      arguments: [.required("conflict", "Its short id, as `cairn sync conflicts` shows it.")],
      action: { invocation, context in
        try await context.settle(
          invocation,
          "Take the other value",
          deletion: "Brought back"
        ) { try $0.useLosingValue($1) }
      }
    )
  }

  private static var letGoLost: Command {
    Command(
      "drop",
      group: "Care",
      summary: "Let a value that lost go; the one that stands stays.",
      reads: true,
      examples: [Example("cairn sync drop q3f8zk", "it is listed no more")],
      arguments: [.required("conflict", "Its short id, as `cairn sync conflicts` shows it.")],
      action: { invocation, context in
        try await context.settle(
          invocation,
          "Keep the value that stands",
          deletion: "Left deleted"
        ) { try $0.keepCurrentValue($1) }
      }
    )
  }

  private static var retryRejected: Command {
    Command(
      "retry",
      group: "Care",
      summary: "Send once more what the server refused.",
      reads: true,
      examples: [Example("cairn sync retry", "after the reason was mended")],
      action: { _, context in
        let plan = try context.requiredSyncRemote()
        return try await context.withLog { log in
          try await log.retryRejected()
          return try await context.syncOrLeave(log, plan)
        }
      }
    )
  }

  private static var autoSync: Command {
    Command(
      "auto",
      group: "Care",
      summary: "Say whether a write is followed by a sync on this device.",
      discussion: """
        The write does not wait for it. `CAIRN_SYNC_AUTO=no` turns it off for one command.
        """,
      reads: true,
      examples: [Example("cairn sync auto no", "only `cairn sync` sends and fetches")],
      arguments: [.required("answer", "`yes` or `no`.")],
      action: { invocation, context in
        var plan = try context.requiredSyncRemote()
        plan.isAutomatic = try isYes(invocation.required("answer"))
        try context.directory.keep(plan)
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
        hint: "Say `cairn sync auto yes` or `cairn sync auto no`."
      )
    }
  }

  private static var debouncedSync: Command {
    Command(
      "soon",
      group: "Care",
      summary: "Sync in a moment; what a write starts by itself.",
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
      group: "Care",
      summary: "Follow no server any more; both logs stay as they are.",
      discussion: "Refused while something waits to be sent, unless --yes is given.",
      reads: true,
      examples: [Example("cairn sync stop", "forgets the server and the token")],
      options: [.flag("yes", short: "y", "Even if something was not sent yet.")],
      action: { invocation, context in
        try await context.withLog { log in
          let state = try await log.syncState()
          if state.place == nil { _ = try context.requiredSyncRemote() }
          let waiting = state.queued
          guard waiting == 0 || invocation.flag("yes") else { throw unsent(waiting) }
          try await context.stopFollowing(log) { try await Task.sleep(for: $0) }
          context.confirmDisconnected()
          return .done
        }
      }
    )
  }

  private static func unsent(_ count: Int) -> CairnError {
    CairnError(
      "sync.unsent",
      "\(count) \(count == 1 ? "change was" : "changes were") not sent to the server yet.",
      hint: "Run `cairn sync` first, or add --yes: nothing is lost here."
    )
  }
}
