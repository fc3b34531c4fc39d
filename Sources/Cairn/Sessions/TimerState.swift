/// The state of a timer display, for any front end (seed 000, spec/reading.md 1.5).
public enum TimerState: Sendable, Hashable {
  /// No session is open.
  case notStarted
  /// The timer is running; `ran` is the running time before `since`.
  case running(since: Instant, ran: Milliseconds)
  /// The timer is paused at `ran`.
  case paused(since: Instant, ran: Milliseconds)
  /// The end is being stored; all controls are disabled.
  case saving(ran: Milliseconds)

  /// Creates the state for an open session; `notStarted` for an ended session or nil.
  public init(_ timeline: Timeline?) {
    switch timeline?.state {
    case .running(let since)?:
      let ran = timeline?.active(until: since) ?? .zero
      self = .running(since: since, ran: ran)
    case .paused(let since)?:
      self = .paused(since: since, ran: timeline?.active(until: since) ?? .zero)
    default:
      self = .notStarted
    }
  }

  /// Returns the time to display at `now`, computed without a ticking timer; never negative.
  public func elapsed(at now: Instant) -> Milliseconds {
    switch self {
    case .notStarted: .zero
    case .running(let since, let ran): ran + max(.zero, now - since)
    case .paused(_, let ran), .saving(let ran): ran
    }
  }

  /// Returns the time at `now` as ``Milliseconds/timerText``.
  public func text(at now: Instant) -> String { elapsed(at: now).timerText }

  /// The stored name of the state: `not_started`, `running`, `paused`, `saving`.
  public var name: String {
    switch self {
    case .notStarted: "not_started"
    case .running: "running"
    case .paused: "paused"
    case .saving: "saving"
    }
  }
}
