import Cairn
import CairnServer
import CairnStore

extension Surroundings {
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

  /// The instant that `--at` names, or now.
  ///
  /// Says how the words were understood, since `21:40` can be yesterday's.
  func at(_ invocation: Invocation) throws(CairnError) -> Instant {
    try given(invocation) ?? now
  }

  /// The instant that `--at` names, or nil.
  func given(_ invocation: Invocation) throws(CairnError) -> Instant? {
    guard let word = invocation.value("at") else { return nil }
    return try instant(word)
  }

  /// A point in time as typed: `20:40`, `-15m`, `yesterday 9pm`.
  func instant(_ word: String) throws(CairnError) -> Instant {
    try times.instant(word).value
  }

  /// A stretch of time as typed: `20:00-21:15`.
  ///
  /// One over 12 hours is taken and pointed out, so that a slip does not pass unseen.
  func range(_ word: String) throws(CairnError) -> Range<Instant> {
    let understood = try times.range(word)
    if understood.value.upperBound - understood.value.lowerBound > .hours(12) {
      output.warn("Note: that is a long session: \(understood.echo).")
    }
    return understood.value
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
