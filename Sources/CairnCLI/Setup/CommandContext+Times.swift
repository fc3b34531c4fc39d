import Cairn
import CairnServer
import CairnStore

extension CommandContext {
  /// Reads times as the person types them.
  var times: TimeReader { TimeReader(now: now, zone: zone) }

  /// Reads days as well, with the hour at which the person's begin, and the day their weeks do.
  func times(in log: Log) async throws -> TimeReader {
    TimeReader(
      now: now,
      zone: zone,
      dayStartHour: try await log.dayStartHour(),
      weekStart: try await log.weekStart()
    )
  }

  /// When a session begins: the instant that `--at` names, or now.
  func at(_ invocation: Invocation) throws(CairnError) -> Instant {
    guard let word = invocation.value("at") else { return now }
    return try times.begin(word)
  }

  /// The instant that `--at` names of an open session, or nil.
  func given(_ invocation: Invocation, of open: SessionRow) throws(CairnError) -> Instant? {
    guard let word = invocation.value("at") else { return nil }
    return try times.instant(word, of: open.timeline)
  }

  /// Reads times as the clocks of another zone show them: of the place where a session was.
  func times(in name: String) -> TimeReader {
    TimeReader(now: now, zone: SystemZones.rules(name) ?? zone)
  }

  /// A point in time as typed: `20:40`, `-15m`, `yesterday 9pm`.
  func instant(_ word: String) throws(CairnError) -> Instant {
    try times.instant(word).value
  }

  /// A stretch of time as typed: `20:00-21:15`.
  ///
  /// One over 12 hours is asked about; see ``refuseLong(_:_:_:)``.
  func range(_ invocation: Invocation) throws(CairnError) -> Range<Instant> {
    let range = try times.range(invocation.required("time")).value
    try refuseLong(range, invocation, times.format)
    return range
  }

  /// Refuses a session of more than half a day that nobody says is meant, with `session.long`.
  func refuseLong(
    _ range: Range<Instant>,
    _ invocation: Invocation,
    _ format: TimeFormat
  ) throws(CairnError) {
    let length = range.upperBound - range.lowerBound
    guard length > ForgottenTimer.threshold, !invocation.flag("allow-long") else { return }
    throw CairnError(
      "session.long",
      "That is a long session: \(format.range(range)).",
      hint: "If you mean that, add --allow-long."
    )
  }

  /// `Mon 5 Jan 20:40` in the zone the person is in.
  func text(_ instant: Instant) -> String { times.format.moment(instant) }

  /// How times look in a zone, for a session that was lived elsewhere.
  func format(_ zone: String) -> TimeFormat {
    TimeFormat(zone: SystemZones.rules(zone) ?? self.zone, now: now)
  }
}

extension CairnError {
  /// The same error with its instants as the clock on the wall shows them.
  ///
  /// What was typed wrongly stays as it was typed, beside examples of what can be.
  func localized(_ format: TimeFormat) -> CairnError {
    guard ErrorText.exit(for: code) != .usage else { return self }
    return sayingInstants(format.moment)
  }
}

extension String {
  /// Every word that is an instant in UTC as the clock on the wall shows it.
  func localized(_ format: TimeFormat) -> String { sayingInstants(format.moment) }
}
