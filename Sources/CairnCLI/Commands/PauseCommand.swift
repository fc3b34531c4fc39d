import Cairn
import CairnStore

extension Command<CommandContext> {
  static var pause: Command {
    Command(
      "pause",
      group: "Sessions",
      summary: "Interrupt the running session.",
      reads: true,
      examples: [
        Example("cairn pause --at -5m", "it stopped running five minutes ago"),
        Example("cairn pause --reason phone", "with the reason, if you like"),
      ],
      options: [.at, .kind, .allowLong, .reason],
      action: { invocation, context in
        let reason = invocation.value("reason")
        return try await context.changeOpen(invocation, "Pause", "Paused", asks: true) {
          try $0.pause($1, at: $2, reason: reason)
        }
      }
    )
  }

  static var resume: Command {
    Command(
      "resume",
      group: "Sessions",
      summary: "Go on with the paused session, or take over one here.",
      reads: true,
      examples: [
        Example("cairn resume", "the timer runs again, or goes on here without a gap")
      ],
      options: [.at, .kind],
      action: { invocation, context in
        try await context.changeOpen(invocation, "Resume", "Resumed") {
          try $0.resume($1, at: $2)
        }
      }
    )
  }

  static var cancel: Command {
    Command(
      "cancel",
      group: "Sessions",
      summary: "Throw the open session away.",
      discussion: "`cairn undo` brings it back.",
      reads: true,
      examples: [Example("cairn cancel", "as if it had never been started")],
      options: [.kind],
      action: { invocation, context in
        try await context.withLog { log in
          let open = try await context.open(invocation, in: log)
          let of = open.title.map { " of “\($0)”" } ?? ""
          try await log.write("Cancel the \(open.kind.name) session\(of)") {
            try $0.cancel(open.id)
          }
          return context.showRemoved(open, "Cancelled the \(open.kind.name) session\(of.visible)")
        }
      }
    )
  }
}

extension CommandContext {
  /// Changes the open session and shows it.
  func changeOpen(
    _ invocation: Invocation,
    _ title: String,
    _ done: String,
    asks: Bool = false,
    _ rule: @escaping @Sendable (LogWriter, SessionID, Instant?) throws -> Session<NoDetail>
  ) async throws -> ExitCode {
    try await withLog { log in
      let open = try await open(invocation, in: log)
      let time = try given(invocation, of: open)
      if asks { try await rejectForgottenTimer(open, invocation, in: log) }
      let (row, session) = try await log.write("\(title) \(open.what)") { writer in
        let session = try rule(writer, open.id, time)
        return (try writer.row(open.id), session)
      }
      if asks, session.isClockAdjusted { warnClockChanged() }
      return showOpen(row, done)
    }
  }

  /// Returns the open session; with several, the one selected by `--kind` or by kind-specific options.
  ///
  /// Throws `session.none_open` or `usage.ambiguous`.
  func open(_ invocation: Invocation, in log: Log) async throws -> SessionRow {
    let kind = try invocation.kind()
    var open = try await log.openSessions().filter { kind == nil || $0.kind == kind }
    if open.count > 1, let meant = invocation.meantKind { open = open.filter { $0.kind == meant } }
    guard let first = open.first else {
      throw CairnError(
        "session.none_open",
        "No session is open.",
        hint: "Start one with `cairn start`."
      )
    }
    guard open.count == 1 else {
      throw CairnError(
        "usage.ambiguous",
        "\(open.count) sessions are open: \(open.map(\.kind.name).joined(separator: ", ")).",
        hint: "Say which with --kind."
      )
    }
    return first
  }
}

extension Option {
  static var kind: Option {
    .value(
      "kind",
      "KIND",
      "Only this kind of session.",
      completion: .values(Log.kinds.map(\.kind.name))
    )
  }
}

extension Invocation {
  /// Returns the kind of `--kind`; nil without it.
  func kind() throws(CairnError) -> SessionKind? {
    let names = Log.kinds.map(\.kind.name)
    return try choice("kind", of: names).map { SessionKind($0) }
  }
}
