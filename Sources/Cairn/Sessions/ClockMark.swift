/// A reading of a clock that nobody can set: time since this device was started.
///
/// Kept beside the wall clock when a timer starts to run, so that a wall clock that is set
/// meanwhile cannot make a session longer or shorter (spec/sync.md F8).
public struct ClockMark: Sendable, Hashable {
  /// Which start of which device; marks of different starts cannot be compared.
  public let boot: String
  /// Time since that start, sleep included.
  public let elapsed: Milliseconds

  /// Makes a mark.
  public init(boot: String, elapsed: Milliseconds) {
    self.boot = boot
    self.elapsed = elapsed
  }

  /// The stored form: `boot/milliseconds`.
  public var text: String { "\(boot)/\(elapsed.count)" }

  /// Reads the stored form; nil for anything else.
  public init?(text: String) {
    guard let slash = text.lastIndex(of: "/"),
      let elapsed = Int64(text[text.index(after: slash)...]), elapsed >= 0, slash > text.startIndex
    else { return nil }
    self.init(boot: String(text[..<slash]), elapsed: Milliseconds(elapsed))
  }
}

extension Session {
  /// Clocks that differ by less than this agree.
  static var clockTolerance: Milliseconds { .seconds(2) }

  /// The end of the stretch that runs, measured with the clock nobody can set.
  ///
  /// That is `now`, unless the wall clock was set while the timer ran: then the start plus what
  /// was measured, and `wasSet` is true. Without comparable marks it is `now`, as after a machine was put back to
  /// a picture of itself, where that clock goes on from an earlier time.
  public func present(now: Instant, mark current: ClockMark?) -> (at: Instant, wasSet: Bool) {
    guard case .running(let since) = timeline.state, let mark, let current,
      mark.boot == current.boot, current.elapsed >= mark.elapsed
    else { return (now, false) }
    let measured = current.elapsed - mark.elapsed
    let difference = (now - since) - measured
    guard max(difference, .zero - difference) > Self.clockTolerance else { return (now, false) }
    return (since + measured, true)
  }
}
