import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var pause: Command {
    Command(
      "pause",
      summary: "Pause the running session.",
      examples: [
        Example("cairn pause --at -5m", "paused five minutes ago"),
        Example("cairn pause --reason phone", "with a reason"),
      ],
      options: [.at, .kind, .allowLong, .reason],
      action: { invocation, context in
        let reason = invocation.value("reason")
        return try await context.changeOpen(invocation, .pause, checksTimer: true) {
          var pause = PauseSession($1, at: $2, reason: reason)
          // Asked before, in the words of the command line.
          pause.keepsFullTime = true
          return try pause.run(in: $0)
        }
      }
    )
  }

  static var resume: Command {
    Command(
      "resume",
      summary: "Resume the paused session, or move one to this device.",
      examples: [
        Example("cairn resume", "the timer runs again, on this device")
      ],
      options: [.at, .kind],
      action: { invocation, context in
        try await context.changeOpen(invocation, .resume) {
          try ResumeSession($1, at: $2).run(in: $0)
        }
      }
    )
  }

  static var cancel: Command {
    Command(
      "cancel",
      summary: "Discard the open session.",
      discussion: "Restore it with `cairn undo`.",
      examples: [Example("cairn cancel", "removes the session")],
      options: [.kind],
      action: { invocation, context in
        try await context.withLog { log in
          let open = try await context.open(invocation, in: log)
          let of = open.title.map { " of “\($0)”" } ?? ""
          try await log.write { try DiscardSession(open.id).run(in: $0) }
          return context.showRemoved(open, "Discarded the \(open.kind.name) session\(of.visible)")
        }
      }
    )
  }
}

extension CommandContext {
  /// Changes the open session and shows it.
  func changeOpen(
    _ invocation: Invocation,
    _ event: SessionEvent,
    checksTimer: Bool = false,
    _ rule: @escaping @Sendable (LogWriter, SessionID, Instant?) throws -> Session<NoDetail>
  ) async throws -> ExitCode {
    try await withLog { log in
      let open = try await open(invocation, in: log)
      let time = try given(invocation, of: open)
      let requireEnd = checksTimer ? try forgottenTimerCheck(open, invocation) : nil
      let (row, session) = try await log.write { writer in
        try requireEnd?(writer)
        let session = try rule(writer, open.id, time)
        return (try writer.row(open.id), session)
      }
      if checksTimer, session.isClockAdjusted { warnClockChanged() }
      return showOpen(row, event)
    }
  }

  /// Returns the open session; with several, the one selected by `--kind` or by kind-specific options.
  ///
  /// Throws `session.none_open` or `usage.ambiguous`.
  func open(_ invocation: Invocation, in log: Log) async throws -> SessionRow {
    let kind = try invocation.kind(of: modules)
    var open = try await log.openSessions().filter { kind == nil || $0.kind == kind }
    if open.count > 1, let impliedKind = invocation.impliedKind(of: modules) {
      open = open.filter { $0.kind == impliedKind }
    }
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
        hint: "Choose one with --kind."
      )
    }
    return first
  }
}

extension Option {
  /// The kind of session; the program adds the names it knows.
  static var kind: Option { kind([]) }

  static func kind(_ names: [String]) -> Option {
    .value("kind", "KIND", "The kind of session.", completion: .values(names))
  }
}

extension Invocation {
  /// Returns the kind of `--kind`; nil without it.
  func kind(of modules: [KindModule]) throws(CairnError) -> SessionKind? {
    try choice("kind", of: modules.map(\.kind.name)).map { SessionKind($0) }
  }
}
