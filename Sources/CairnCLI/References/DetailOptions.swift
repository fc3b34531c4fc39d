import Cairn
import CairnStore

/// The options for the detail of one kind of session.
protocol DetailOptions<Detail>: Sendable {
  associatedtype Detail: SessionDetail
  /// Applies the options to the detail; throws what the rules of the kind throw.
  func apply(to detail: inout Detail, in writer: LogWriter) throws
}

extension CommandContext {
  /// Stops a session and applies the options.
  func stop<Words: DetailOptions>(
    _ open: SessionRow,
    _ words: Words,
    _ invocation: Invocation,
    in log: Log
  ) async throws -> ExitCode {
    let (end, zone) = (try given(invocation, of: open), zone.name)
    let (short, note) = (invocation.flag("allow-short"), invocation.note)
    let sessionContext = try SessionContextOptions(invocation, after: "mood")
    let (row, ended) = try await log.write(open.historyTitle("saved")) { writer in
      let ended = try writer.end(
        open.id,
        as: Words.Detail.self,
        at: end,
        zone: zone,
        allowShort: short
      ) {
        try words.apply(to: &$0, in: writer)
      }
      if let note { try writer.change(open.id, as: NoDetail.self) { $0.addNote(note) } }
      try sessionContext.apply(to: open.id, in: writer)
      return (try writer.row(open.id), ended)
    }
    if ended.isClockAdjusted { warnClockChanged() }
    return showEnded(row, "Stopped")
  }
}

/// The options of a past session, except its subject.
struct TrackOptions: Sendable {
  private let time: Range<Instant>
  private let zone: String
  private let note: String?
  private let adjust: Bool
  private let short: Bool
  private let sessionContext: SessionContextOptions

  /// Reads the options of `cairn track`; throws `usage.value`.
  init(_ time: Range<Instant>, zone: String, _ invocation: Invocation) throws(CairnError) {
    (self.time, self.zone) = (time, zone)
    (adjust, short) = (invocation.flag("adjust"), invocation.flag("allow-short"))
    note = invocation.note
    sessionContext = try SessionContextOptions(
      invocation,
      before: "mood-before",
      after: "mood-after"
    )
  }

  /// Tracks the session; throws what ``LogWriter/track(_:_:zone:note:adjust:allowShort:)`` throws.
  func track(_ detail: some SessionDetail, in writer: LogWriter) throws -> SessionRow {
    let session = try writer.track(
      detail,
      [Segment(start: time.lowerBound, end: time.upperBound)],
      zone: zone,
      note: note,
      adjust: adjust,
      allowShort: short
    )
    try sessionContext.apply(to: session.id, in: writer)
    return try writer.row(session.id)
  }
}

/// The options of a new session, except its subject.
struct StartOptions: Sendable {
  /// The start of the session.
  let at: Instant
  /// The zone in which it starts.
  let zone: String
  /// Whether to trim overlapping sessions.
  let adjust: Bool
  private let note: String?
  private let sessionContext: SessionContextOptions

  /// Reads the options of `cairn start`; throws `usage.value`.
  init(_ invocation: Invocation, _ context: CommandContext) throws(CairnError) {
    (at, zone) = (try context.at(invocation), context.zone.name)
    (adjust, note) = (invocation.flag("adjust"), invocation.note)
    sessionContext = try SessionContextOptions(invocation, before: "mood")
  }

  /// Saves the note, the mood and the place of the new session.
  func apply(to id: SessionID, in writer: LogWriter) throws -> SessionRow {
    if let note { try writer.change(id, as: NoDetail.self) { $0.note = note } }
    try sessionContext.apply(to: id, in: writer)
    return try writer.row(id)
  }
}
