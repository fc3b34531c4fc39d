import Cairn

extension ZoneRules {
  /// The instants at which the wall clock shows `local`, in order: one, none in a gap, two where
  /// the clock was set back.
  ///
  /// `local` is in milliseconds since 1970-01-01T00:00 of the wall clock.
  func occurrences(ofWallClock local: Int64) -> [Instant] {
    let first = instant(wallClock: local)
    guard wallClock(at: first) == local else { return [] }
    // Clocks are set at most once in a day, so the offset a day later is the one set back to.
    let back = offset(at: first) - offset(at: first + .hours(24))
    let second = first + .seconds(back)
    return back > 0 && wallClock(at: second) == local ? [first, second] : [first]
  }

  /// A moment at which the clock jumps ahead, with what it would show and what it shows.
  struct Leap {
    let at: Instant
    let from: Int64
    let to: Int64
  }

  /// The leap that skips `local`.
  func leap(over local: Int64) -> Leap {
    let leap = instant(wallClock: local)
    return Leap(
      at: leap,
      from: wallClock(at: leap - Milliseconds(1)) + 1,
      to: wallClock(at: leap)
    )
  }
}
