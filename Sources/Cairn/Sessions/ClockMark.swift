/// A reading of a monotonic clock: the time since this device booted.
///
/// It is stored with the wall-clock time when a timer starts to run, so that setting the wall clock
/// cannot make a session longer or shorter (spec/sync.md F8).
public struct ClockMark: Sendable, Hashable {
  /// The boot ID of the device; marks of different boots cannot be compared.
  public let boot: String
  /// The time since boot, including sleep.
  public let elapsed: Milliseconds

  /// Creates a mark.
  public init(boot: String, elapsed: Milliseconds) {
    self.boot = boot
    self.elapsed = elapsed
  }

  /// The stored form: `boot/milliseconds`.
  public var text: String { "\(boot)/\(elapsed.count)" }

  /// Parses the stored form; nil for anything else.
  public init?(text: String) {
    guard let slash = text.lastIndex(of: "/"),
      let elapsed = Int64(text[text.index(after: slash)...]), elapsed >= 0, slash > text.startIndex
    else { return nil }
    self.init(boot: String(text[..<slash]), elapsed: Milliseconds(elapsed))
  }
}

extension Session {
  /// The largest difference between two clocks that agree.
  static var clockTolerance: Milliseconds { .seconds(2) }

  /// Returns the end of the running segment by the monotonic clock.
  ///
  /// This is `now`, unless the wall clock was set while the timer ran. In that case it is the start
  /// plus the measured time, and `wasSet` is true. Without comparable marks it is `now`, for example
  /// after a virtual machine was restored from a snapshot and its monotonic clock went backwards.
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
