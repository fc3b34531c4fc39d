import Cairn
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var status: Command {
    Command(
      "status",
      summary: "Show open sessions.",
      discussion: "Exits with 1 if no session is open. Same as `cairn` alone.",
      examples: [
        Example("cairn status", "open sessions and their time"),
        Example("cairn status --format \"{title} {time}\"", "a line for a prompt or a status bar"),
      ],
      options: [.format],
      action: { invocation, context in
        let format = try invocation.value("format").map { text throws(CairnError) in
          try StatusFormat(text)
        }
        return try await context.withLog { log in
          let open = try await log.openSessions()
          if let format {
            context.output.print(lines: open.map { format.text($0, context) })
            return open.isEmpty ? .refused : .done
          }
          let places = try await log.activeDevice(of: open.map(\.id))
          context.show(open: open, places, try await log.deviceNames())
          try await context.showSyncNotice(log)
          return open.isEmpty ? .refused : .done
        }
      }
    )
  }
}

extension Option {
  fileprivate static var format: Option {
    let names = StatusFormat.names.map { "{\($0)}" }.joined(separator: ", ")
    return .value("format", "TEXT", "Print a line per open session with \(names), or nothing.")
  }
}
