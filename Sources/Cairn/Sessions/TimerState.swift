/// What a timer shows: a value that any front end can draw (seed 000, spec/reading.md 1.5).
public enum TimerState: Sendable, Hashable {
  /// No session is open.
  case notStarted
  /// The timer runs; `ran` is what ran before `since`.
  case running(since: Instant, ran: Milliseconds)
  /// The timer stands at `ran`.
  case paused(since: Instant, ran: Milliseconds)
  /// The end is being stored; nothing can be pressed.
  case saving(ran: Milliseconds)

  /// The state of the timer for an open session; `notStarted` for one that has ended, or none.
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

  /// The time shown at `now`, without any ticking; never negative.
  public func elapsed(at now: Instant) -> Milliseconds {
    switch self {
    case .notStarted: .zero
    case .running(let since, let ran): ran + max(.zero, now - since)
    case .paused(_, let ran), .saving(let ran): ran
    }
  }

  /// `H:MM:SS` at `now`.
  public func text(at now: Instant) -> String { elapsed(at: now).clockText }

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
