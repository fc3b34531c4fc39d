import Cairn
import CairnStore

extension Command<CommandContext> {
  static var stop: Command {
    Command(
      "stop",
      group: "Sessions",
      summary: "Stop the open session.",
      discussion: """
        An error leaves the session running, so a mistyped page loses nothing. A session \
        that has run for more than 12 hours without a pause needs an end time: \
        give --at, or --allow-long to keep the full time. --note appends to the existing note; none \
        leaves it unchanged. If several sessions are open, an option of one kind, such as \
        --page, --position or --rpe, stops the session of that kind.
        """,
      reads: true,
      examples: [
        Example("cairn stop --page 212", "on page 212"),
        Example("cairn stop --at 21:40", "at an earlier time"),
        Example("cairn stop --percent 42.5", "at a position in an e-book"),
        Example("cairn stop --position 1:40:00", "at a position in the audio"),
        Example("cairn stop --completed", "at the end of the story"),
        Example("cairn stop --rpe 7 --pump 3", "climbing, with effort and pump"),
      ],
      options: [
        .at, .kind, .page, .percent, .location, .pageCount, .mood, .place, .allowShort, .note,
        .allowLong, .allowFast,
      ] + .listening + .climbing,
      action: { invocation, context in
        try await context.withLog { log in
          let open = try await context.open(invocation, in: log)
          try await context.rejectForgottenTimer(open, invocation, in: log)
          try invocation.requireKind(of: open.kind)
          return switch open.kind {
          case Climbing.kind:
            try await context.stop(open, ClimbingOptions(invocation), invocation, in: log)
          case Listening.kind:
            try await context.stop(open, ListeningOptions(invocation), invocation, in: log)
          default: try await context.stop(open, invocation, in: log)
          }
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
    let (end, zone) = (try given(invocation, of: open), zone.name)
    let (short, note) = (invocation.flag("allow-short"), invocation.note)
    let (place, sessionContext) = (
      try TypedPosition(invocation), try SessionContextOptions(invocation, after: "mood")
    )
    let (count, usual) = (try invocation.pageCount(), try await usualPace(invocation, in: log))
    let (row, ended, finished, question) = try await log.write("Session saved") { writer in
      if let count, let entry = open.entry { try writer.setPages(count, of: entry) }
      let ended = try writer.endReading(
        open.id,
        position: place.position,
        at: end,
        zone: zone,
        allowShort: short
      )
      if let note { try writer.change(open.id, as: NoDetail.self) { $0.addNote(note) } }
      try sessionContext.apply(to: open.id, in: writer)
      let question = try writer.question(after: open.id)
      let row = try writer.row(open.id)
      try usual?.requirePlausible(row)
      return (row, ended, writer.finished, question)
    }
    if ended.isClockAdjusted { warnClockChanged() }
    let exit = showEnded(row, "Stopped")
    try await reportIfFinished(ended.detail.entry, finished: finished, in: log)
    hint(at: question)
    return exit
  }

  /// Warns that the system clock was changed during the session.
  func warnClockChanged() {
    output.warn(
      "Note: the system clock was changed during the session; the time was measured without it."
    )
  }

  /// Throws `session.forgotten`, with a proposed end, for a timer that was probably forgotten.
  func rejectForgottenTimer(
    _ open: SessionRow,
    _ invocation: Invocation,
    in log: Log
  ) async throws {
    guard !invocation.flag("allow-long") else { return }
    let (end, earlier) = (try given(invocation, of: open), try await log.recentLengths(open.kind))
    guard let forgotten = ForgottenTimer(open.timeline, now: end ?? now, earlier: earlier) else {
      return
    }
    let reason =
      forgotten.basis > 0
      ? "the usual length of your last \(forgotten.basis) sessions"
      : "an hour, because there are too few sessions for a usual length"
    throw CairnError(
      "session.forgotten",
      "The timer \(end == nil ? "has" : "would have") run for \(text(forgotten.running)) "
        + "without a pause; when did you stop?",
      hint: "Run `cairn \(invocation.path[0]) --at \(times.format.exact(forgotten.proposedEnd))` "
        + "to set the end to \(text(forgotten.proposedEnd)), after \(reason), or add --allow-long to keep the full "
        + "time."
    )
  }
}

/// A typed position in a book.
struct TypedPosition: Sendable {
  private let page: Int64?
  private let hundredths: Int64?
  private let location: Int64?
  /// Whether the page is relative to the current position.
  private let isStep: Bool

  /// Reads `--page`, `--percent` and `--location`; throws `usage.place` for more than one.
  init(_ invocation: Invocation) throws(CairnError) {
    isStep = false
    page = try invocation.integer("page")
    location = try invocation.integer("location")
    hundredths = try invocation.value("percent").map(Self.hundredths)
    try requireOne()
  }

  /// Reads the argument `page`, a page or `+N`, or `--percent` or `--location`.
  ///
  /// Throws `usage.place` unless exactly one is given.
  init(noted invocation: Invocation) throws(CairnError) {
    isStep = invocation.value("page")?.hasPrefix("+") ?? false
    page = try invocation.integer("page")
    location = try invocation.integer("location")
    hundredths = try invocation.value("percent").map(Self.hundredths)
    try requireOne()
    guard page != nil || location != nil || hundredths != nil else {
      throw CairnError("usage.place", "The page is missing.", hint: "Give the page.")
    }
  }

  private func requireOne() throws(CairnError) {
    guard [page, location, hundredths].count(where: { $0 != nil }) > 1 else { return }
    throw CairnError(
      "usage.place",
      "--page, --percent and --location cannot be used together.",
      hint: "Use the one your book shows."
    )
  }

  /// Returns the position in a book; nil if none was typed.
  func position(_ book: Book) throws(CairnError) -> Position? {
    if let page, isStep { return try book.page((book.position?.page(in: book.pages) ?? 0) + page) }
    if let page { return try book.page(page) }
    if let hundredths { return try Position.percent(hundredths: hundredths) }
    if let location { return try Position.location(location, of: nil) }
    return nil
  }

  /// Parses `42`, `42.5` or `42.55` as hundredths without rounding.
  private static func hundredths(_ text: String) throws(CairnError) -> Int64 {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    let digits = (parts.first.map(String.init) ?? "") + fraction
    let decimals = fraction.utf8.count
    guard parts.count <= 2, decimals <= 2, let number = Int64(digits),
      (0...[100, 1_000, 10_000][decimals]).contains(number)
    else {
      throw CairnError(
        "usage.value",
        "--percent takes a number from 0 to 100, with two decimals at most, not '\(text)'.",
        hint: "Write --percent 42.5."
      )
    }
    return number * [100, 10, 1][decimals]
  }
}

extension Option {
  static var allowLong: Option {
    .flag("allow-long", "Allow a session longer than 12 hours.")
  }
  static var page: Option { .value("page", "N", "Your current page.") }
  static var percent: Option { .value("percent", "P", "Your current percentage.") }
  static var location: Option { .value("location", "N", "Your current location.") }
  static var allowShort: Option { .flag("allow-short", "Allow a session shorter than a minute.") }
  static var note: Option { .value("note", "TEXT", "A note, or none.") }
}

extension Invocation {
  /// The typed note; nil without one or for `none`.
  var note: String? { value("note").flatMap { $0 == "none" || $0.isEmpty ? nil : $0 } }
}
