/// A timer that runs so long that the person has probably forgotten it.
///
/// Nothing is cut: this only proposes an end and says why (spec/sync.md F62, DESIGN.md promise 1).
public struct ForgottenTimer: Sendable, Equatable {
  /// How long the open stretch has run.
  public let running: Milliseconds
  /// The end to propose.
  public let proposedEnd: Instant
  /// How many earlier sessions the proposal rests on; 0 when it rests on none.
  public let basis: Int

  /// Longer than this without a pause, and the person is asked.
  public static let threshold = Milliseconds.hours(12)

  /// Nil unless the timer runs at `now` and has run for more than the threshold.
  ///
  /// The proposal is the start of the open stretch plus the median length of `earlier`, the
  /// lengths of the person's latest sessions of the kind; below three of them one hour.
  public init?(_ timeline: Timeline, now: Instant, earlier: [Milliseconds]) {
    guard case .running(let since) = timeline.state, now - since > Self.threshold else {
      return nil
    }
    running = now - since
    basis = earlier.count >= 3 ? earlier.count : 0
    let usual = basis > 0 ? Self.median(earlier.map { $0.count }.sorted()) : .hours(1)
    proposedEnd = since + min(usual, running)
  }

  private static func median(_ sorted: [Int64]) -> Milliseconds {
    Milliseconds((sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2)
  }
}
