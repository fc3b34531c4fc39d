extension ZoneRules {
  /// Returns the instants of a local time, in order: none in a gap, two if the clock was set back.
  ///
  /// `local` is wall-clock time in milliseconds since 1970-01-01T00:00.
  package func occurrences(ofWallClock local: Int64) -> [Instant] {
    let first = instant(wallClock: local)
    guard wallClock(at: first) == local else { return [] }
    // A clock changes at most once a day, so the offset a day later is the one after the change.
    let back = offset(at: first) - offset(at: first + .hours(24))
    let second = first + .seconds(back)
    return back > 0 && wallClock(at: second) == local ? [first, second] : [first]
  }

  /// Returns ` (the first of two, +02:00)` if the local time occurs twice, else an empty string.
  package func occurrenceSuffix(_ instant: Instant) -> String {
    let both = occurrences(ofWallClock: wallClock(at: instant))
    guard both.count > 1 || both.first != instant else { return "" }
    let ordinal = both.first == instant ? "first" : "second"
    return " (the \(ordinal) of two, \(Self.text(offset: offset(at: instant))))"
  }

  /// Returns `+02:00` for an offset in seconds, in whole minutes.
  package static func text(offset seconds: Int64) -> String {
    let minutes = Int64(seconds.magnitude / 60)
    return "\(seconds < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
  }
}
