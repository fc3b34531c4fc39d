import Cairn
import CairnReports
import CairnStore

extension CommandContext {
  /// The parser of typed times.
  var times: TimeReader { TimeReader(now: now, zone: zone) }

  /// Returns a parser that also knows the person's day start hour and first weekday.
  func times(in log: Log) async throws -> TimeReader {
    TimeReader(
      now: now,
      zone: zone,
      dayStartHour: try await log.dayStartHour(),
      weekStart: try await log.weekStart()
    )
  }

  /// Returns the start of a session: the time of `--at`, or now.
  func at(_ invocation: Invocation) throws(CairnError) -> Instant {
    guard let word = invocation.value("at") else { return now }
    return try times.begin(word)
  }

  /// Returns the time of `--at` in an open session; nil without it.
  func given(_ invocation: Invocation, of open: SessionRow) throws(CairnError) -> Instant? {
    guard let word = invocation.value("at") else { return nil }
    return try times.instant(word, of: open.timeline)
  }

  /// Returns a parser for times in another zone, such as that of a session.
  func times(in name: String) -> TimeReader {
    TimeReader(now: now, zone: zones.rules(name) ?? zone)
  }

  /// Parses a range of time: `20:00-21:15`.
  ///
  /// Ranges over 12 hours require confirmation; see ``refuseLong(_:_:_:)``.
  func range(_ invocation: Invocation) throws(CairnError) -> Range<Instant> {
    let range = try times.range(invocation.required("time")).value
    try refuseLong(range, invocation, times.format)
    return range
  }

  /// Throws `session.long` for an unconfirmed session of more than 12 hours.
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
      hint: "Add --allow-long if that is right."
    )
  }

  /// Returns `Mon 5 Jan 20:40` in the person's zone.
  func text(_ instant: Instant) -> String { times.format.moment(instant) }

  /// Returns the format of times in another zone, such as that of a session.
  func format(_ zone: String) -> TimeFormat {
    times(in: zone).format
  }
}

extension CairnError {
  /// Returns the error with its instants in local time.
  ///
  /// Usage errors stay unchanged, because they quote the typed text beside examples.
  func localized(_ format: TimeFormat) -> CairnError {
    guard ErrorText.exit(for: code) != .usage else { return self }
    return formattingInstants(format.moment)
  }
}

extension String {
  /// Returns the text with each UTC instant in local time.
  func localized(_ format: TimeFormat) -> String { formattingInstants(format.moment) }
}
