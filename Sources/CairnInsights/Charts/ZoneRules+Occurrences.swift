package import Cairn

extension ZoneRules {
  /// The instants at which the wall clock shows `local`, in order: one, none in a gap, two where
  /// the clock was set back.
  ///
  /// `local` is in milliseconds since 1970-01-01T00:00 of the wall clock.
  package func occurrences(ofWallClock local: Int64) -> [Instant] {
    let first = instant(wallClock: local)
    guard wallClock(at: first) == local else { return [] }
    // Clocks are set at most once in a day, so the offset a day later is the one set back to.
    let back = offset(at: first) - offset(at: first + .hours(24))
    let second = first + .seconds(back)
    return back > 0 && wallClock(at: second) == local ? [first, second] : [first]
  }

  /// ` (the first of two, +02:00)` where the wall clock shows the same twice, else nothing.
  package func which(_ instant: Instant) -> String {
    let both = occurrences(ofWallClock: wallClock(at: instant))
    guard both.count > 1 || both.first != instant else { return "" }
    let place = both.first == instant ? "first" : "second"
    return " (the \(place) of two, \(Self.text(offset: offset(at: instant))))"
  }

  /// `20:40`, for a wall clock in milliseconds since 1970-01-01T00:00.
  package static func clock(_ local: Int64) -> String {
    let minute = floorRemainder(floorDivide(local, 60_000), 1_440)
    return "\(padded(minute / 60, 2)):\(padded(minute % 60, 2))"
  }

  /// `+02:00`, for an offset in seconds; whole minutes of it.
  package static func text(offset seconds: Int64) -> String {
    let minutes = Int64(seconds.magnitude / 60)
    return "\(seconds < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
  }
}
