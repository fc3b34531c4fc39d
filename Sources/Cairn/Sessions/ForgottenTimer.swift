/// A timer that has run so long that the person has probably forgotten it.
///
/// It only proposes an end and explains it; no time is cut (spec/sync.md F62, DESIGN.md promise 1).
public struct ForgottenTimer: Sendable, Equatable {
  /// How long the current segment has run.
  public let running: Milliseconds
  /// The proposed end.
  public let proposedEnd: Instant
  /// The number of earlier sessions behind the proposal; 0 if there were too few.
  public let basis: Int

  /// The longest run without a pause before the person is asked.
  public static let threshold = Milliseconds.hours(12)

  /// Creates a proposal; nil unless the timer runs at `now` and has run longer than ``threshold``.
  ///
  /// The proposed end is the start of the current segment plus the median of `earlier`, the lengths
  /// of the person's latest sessions of this kind. With fewer than three, it is one hour.
  public init?(_ timeline: Timeline, now: Instant, earlier: [Milliseconds]) {
    guard case .running(let since) = timeline.state, now - since > Self.threshold else {
      return nil
    }
    running = now - since
    basis = earlier.count >= 3 ? earlier.count : 0
    let usualDuration = basis > 0 ? Self.median(earlier.map { $0.count }.sorted()) : .hours(1)
    proposedEnd = since + min(usualDuration, running)
  }

  private static func median(_ sorted: [Int64]) -> Milliseconds {
    Milliseconds((sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2)
  }
}
