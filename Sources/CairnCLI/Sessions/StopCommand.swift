import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var stop: Command {
    Command(
      "stop",
      summary: "Stop the open session.",
      discussion: """
        An error leaves the session running, so a mistyped page loses nothing. A session \
        that has run for more than 12 hours without a pause needs an end time: \
        give --at, or --allow-long to keep the full time. --note appends to the existing note; none \
        leaves it unchanged. If several sessions are open, an option of one kind, such as \
        --page, --position or --rpe, stops the session of that kind.
        """,
      examples: [
        Example("cairn stop --page 212", "on page 212"),
        Example("cairn stop --at 21:40", "at an earlier time"),
        Example("cairn stop --percent 42.5", "at a position in an e-book"),
        Example("cairn stop --position 1:40:00", "at a position in the audio"),
        Example("cairn stop --completed", "at the end of the story"),
        Example("cairn stop --rpe 7 --pump 3", "climbing, with effort and pump"),
      ],
      options: [
        .at, .kind,
      ] + .position + [
        .pageCount, .moodAtEnd, .place, .allowShort, .note, .allowLong, .allowFast,
      ] + .listening + .climbing,
      action: { invocation, context in
        try await context.withLog { log in
          let open = try await context.open(invocation, in: log)
          try invocation.requireKind(of: open.kind, in: context.modules)
          return try await context.stop(open, invocation, in: log)
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func stop(
    _ open: SessionRow,
    _ invocation: Invocation,
    in log: Log
  ) async throws -> ExitCode {
    let (stop, usual) = (
      try stopSession(open, invocation), try await usualPace(invocation, in: log)
    )
    let requireEnd = try forgottenTimerCheck(open, invocation)
    let (row, isClockAdjusted, finished, question) = try await log.write {
      writer in
      try requireEnd(writer)
      let isClockAdjusted = try stop.run(in: writer)
      let row = try writer.row(open.id)
      try usual?.requirePlausible(row)
      let question = row.kind == Reading.kind ? try writer.question(after: open.id) : nil
      return (row, isClockAdjusted, writer.effects.finished, question)
    }
    if isClockAdjusted { warnClockChanged() }
    let exit = showEnded(row, SessionEvent.stop.done)
    defer { runHook(.stop, row) }
    if row.active < .minutes(1), !invocation.flag("allow-short"), !wantsData {
      output.info(
        "That was only \(counted(row.active.wholeSeconds, "second")). Undo it with `cairn delete last`."
      )
    }
    if let entry = row.entry { try await reportIfFinished(entry, finished: finished, in: log) }
    printHint(about: question)
    return exit
  }

  private func stopSession(
    _ open: SessionRow,
    _ invocation: Invocation
  ) throws(CairnError) -> StopSession {
    var stop = try StopSession(open.id, invocation, zone: zone.name)
    stop.at = try given(invocation, of: open)
    stop.details = try Fields(invocation, modules)
    // The command line checks a given end time, too, and names the option that keeps it.
    stop.keepsFullTime = true
    return stop
  }

  /// Warns that the system clock was changed during the session.
  func warnClockChanged() {
    output.warn(
      "Note: the system clock was changed during the session; the time was measured without it."
    )
  }

  /// Returns a check for a timer that was probably forgotten, to run before the session changes.
  ///
  /// It throws `session.forgotten` with a proposed end, unless `--allow-long` is given.
  func forgottenTimerCheck(
    _ open: SessionRow,
    _ invocation: Invocation
  ) throws(CairnError) -> @Sendable (LogWriter) throws -> Void {
    guard !invocation.flag("allow-long") else { return { _ in } }
    let (end, command) = (try given(invocation, of: open), invocation.path[0])
    return { writer in
      let row = try writer.row(open.id)
      guard let forgotten = try writer.forgottenTimer(row, endingAt: end) else { return }
      throw forgottenTimer(forgotten, isPast: end == nil, command)
    }
  }

  private func forgottenTimer(
    _ forgotten: ForgottenTimer,
    isPast: Bool,
    _ command: String
  ) -> CairnError {
    let reason =
      forgotten.basis > 0
      ? "the usual length of your last \(forgotten.basis) sessions"
      : "an hour, because there are too few sessions for a usual length"
    return CairnError(
      "session.forgotten",
      "The timer \(isPast ? "has" : "would have") run for \(text(forgotten.running)) "
        + "without a pause; when did you stop?",
      hint: "Run `cairn \(command) --at \(times.format.exact(forgotten.proposedEnd))` "
        + "to set the end to \(text(forgotten.proposedEnd)), after \(reason), or add --allow-long to keep the full "
        + "time."
    )
  }
}

extension PositionInput {
  /// Reads the argument `page`, a page or `+N`, or `--percent` or `--location`.
  ///
  /// Throws `usage.position` unless exactly one is given.
  init(required invocation: Invocation) throws(CairnError) {
    guard let position = try PositionInput(invocation) else {
      throw CairnError("usage.position", "The page is missing.", hint: "Give the page.")
    }
    guard case .page(let pages) = position, invocation.value("page")?.hasPrefix("+") == true else {
      self = position
      return
    }
    self = .step(pages)
  }
}

extension Option {
  static var allowLong: Option {
    .flag("allow-long", "Allow a session longer than 12 hours.")
  }
}
