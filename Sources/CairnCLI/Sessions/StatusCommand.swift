import Cairn
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var status: Command {
    Command(
      "status",
      group: "Sessions",
      summary: "Show open sessions.",
      discussion: "Exits with 1 if no session is open. Same as `cairn` alone.",
      examples: [Example("cairn status", "open sessions and their time")],
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
