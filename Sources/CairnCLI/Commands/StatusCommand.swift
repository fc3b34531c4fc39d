import Cairn
import CairnStore

extension Command<CommandContext> {
  static var status: Command {
    Command(
      "status",
      group: "Sessions",
      summary: "Show what is running.",
      discussion: "Exits with 1 when no session is open. `cairn` alone does the same.",
      reads: true,
      examples: [Example("cairn status", "what runs, and for how long")],
      action: { _, context in
        try await context.withLog { log in
          let open = try await log.openSessions()
          let places = try await log.activeDevice(of: open.map(\.id))
          context.show(open: open, places, try await log.deviceNames())
          try await context.showSyncNotice(log)
          return open.isEmpty ? .refused : .done
        }
      }
    )
  }
}
