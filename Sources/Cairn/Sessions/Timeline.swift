/// A period in which the timer ran; open while it still runs.
public struct Segment: Sendable, Hashable {
  /// The first millisecond of the segment.
  public var start: Instant
  /// The first millisecond after the segment; nil while it is open.
  public var end: Instant?

  /// Creates a segment.
  public init(start: Instant, end: Instant?) {
    self.start = start
    self.end = end
  }
}

/// The state of a session: running, paused or ended.
public enum SessionState: Sendable, Hashable {
  /// The timer has been running since the start of the open segment.
  case running(since: Instant)
  /// The timer has been paused since the end of the last segment.
  case paused(since: Instant)
  /// The session has ended.
  case ended(at: Instant)
}

/// The segments of one session in order; all times of the session follow from them.
///
/// There is at least one segment, segments do not overlap, and only the last one can be open. Every
/// rule validates before it changes anything: after an error the timeline is unchanged.
public struct Timeline: Sendable, Hashable {
  /// The segments, ascending.
  public internal(set) var segments: [Segment]
  /// Whether the session has ended, by a person or automatically.
  public internal(set) var isEnded: Bool
  /// Whether the timer is running: the session is neither paused nor ended.
  public var isRunning: Bool { segments.last?.end == nil }

  private init(segments: [Segment], isEnded: Bool) {
    self.segments = segments
    self.isEnded = isEnded
  }

  /// Creates a running timeline; throws `session.time_out_of_range` outside 2000–2100.
  public init(startingAt start: Instant) throws(CairnError) {
    try Self.requireInRange(start)
    self.init(segments: [Segment(start: start, end: nil)], isEnded: false)
  }

  /// Creates an ended timeline, for a session that is recorded afterwards.
  ///
  /// Throws `session.time_out_of_range`, `session.no_segments`, `session.ends_before_start` or
  /// `session.segments_overlap`.
  public init(ended segments: [Segment]) throws(CairnError) {
    guard !segments.isEmpty else {
      throw CairnError(
        "session.no_segments",
        "A session needs a start and an end.",
        hint: "Give both. For example: 20:00-21:15."
      )
    }
    try Self.check(segments)
    self.init(segments: segments, isEnded: true)
  }

  /// When the session started.
  public var start: Instant { segments[0].start }

  /// When the session ended; nil while it is open.
  public var end: Instant? { isEnded ? segments[segments.count - 1].end : nil }

  /// The current state.
  public var state: SessionState {
    let last = segments[segments.count - 1]
    guard let end = last.end else { return .running(since: last.start) }
    return isEnded ? .ended(at: end) : .paused(since: end)
  }

  /// Returns the running time until `now`, without pauses; never negative.
  public func active(until now: Instant) -> Milliseconds {
    segments.reduce(.zero) { $0 + max(.zero, ($1.end ?? now) - $1.start) }
  }

  /// Pauses the timer at `at`; throws `session.not_running` or `session.time_before_segment`.
  public mutating func pause(at: Instant) throws(CairnError) {
    guard case .running(let since) = state else { throw notRunning("pause") }
    try requireNotBefore(since, at, "started")
    segments[segments.count - 1].end = at
  }

  /// Resumes the timer; throws `session.not_paused` or `session.time_before_segment`.
  public mutating func resume(at: Instant) throws(CairnError) {
    guard case .paused(let since) = state else { throw notPaused }
    try requireNotBefore(since, at, "was paused")
    if since == at {
      segments[segments.count - 1].end = nil
    } else {
      segments.append(Segment(start: at, end: nil))
    }
  }

  /// Ends the session; a paused session ends where the pause began.
  ///
  /// Throws `session.already_ended`, `session.time_before_segment`, or `session.too_short` if less
  /// than `minimum` ran. After an error the session continues.
  public mutating func end(at: Instant, minimum: Milliseconds) throws(CairnError) {
    var ended = self
    switch state {
    case .ended: throw alreadyEnded
    case .paused: break
    case .running: try ended.pause(at: at)
    }
    ended.isEnded = true
    try ended.requireAtLeast(minimum)
    self = ended
  }
}

extension Timeline {
  /// Returns the range from the start to the end of the last segment, or to `now` if that is open.
  public func span(until now: Instant) -> Range<Instant> {
    let end = segments[segments.count - 1].end ?? now
    return start..<max(start, end)
  }

  /// Replaces all segments of an ended session; throws the errors of ``init(ended:)``.
  package mutating func replace(_ segments: [Segment]) throws(CairnError) {
    self = try Timeline(ended: segments)
  }

  static func check(_ segments: [Segment]) throws(CairnError) {
    for segment in segments {
      try requireInRange(segment.start)
      guard let end = segment.end else { throw Fields.malformed("segments", "closed") }
      try requireInRange(end)
      guard end >= segment.start else { throw endsBeforeStart(segment.start, end) }
    }
    for (earlier, later) in zip(segments, segments.dropFirst()) {
      guard let end = earlier.end, later.start < end else { continue }
      throw CairnError(
        "session.segments_overlap",
        "The segment that starts \(later.start.text) overlaps the one before it.",
        hint: "Give segments in order, without overlaps."
      )
    }
  }

  /// The longest plausible session without pauses: 366 days.
  static let longest = Milliseconds.hours(366 * 24)

  /// Throws `session.too_long` if the session ran longer than is plausible.
  ///
  /// The limit applies to times that a person enters or measures, never to the result of a sync merge.
  package func requireNotTooLong() throws(CairnError) {
    let time = active(until: segments[segments.count - 1].start)
    guard time > Self.longest else { return }
    throw CairnError(
      "session.too_long",
      "The session would be \(time.count / 86_400_000) days long; the maximum is 366.",
      hint: "Give its actual end."
    )
  }

  /// Throws `session.in_future` if the session reaches more than a minute past `now`.
  ///
  /// The minute allows for clocks that differ.
  public func requirePast(now: Instant) throws(CairnError) {
    let latest = segments.reduce(start) { max($0, max($1.start, $1.end ?? $1.start)) }
    guard latest > now + .minutes(1) else { return }
    throw CairnError(
      "session.in_future",
      "The time \(latest.text) is in the future; it is \(now.text) now.",
      hint: "Track a session after it happened, or check the clock of this device."
    )
  }

  /// Throws `session.time_out_of_range` for an instant outside the years 2000 to 2100.
  static func requireInRange(_ instant: Instant) throws(CairnError) {
    guard instant >= .earliest, instant < .limit else {
      throw CairnError(
        "session.time_out_of_range",
        "The time \(instant.text) is not between the years 2000 and 2100.",
        hint: "Check the clock of this device, or give the time with its date."
      )
    }
  }

  /// Throws `session.ends_before_start` for a session without any time.
  package func requireTime() throws(CairnError) {
    guard !segments.contains(where: { $0.hasTime }) else { return }
    throw CairnError(
      "session.ends_before_start",
      "The session would end \(start.text), the moment it starts.",
      hint: "Give an end after the start."
    )
  }

  /// Throws `session.too_short` if the session ran for less than `minimum`.
  package func requireAtLeast(_ minimum: Milliseconds) throws(CairnError) {
    let length = active(until: segments[segments.count - 1].end ?? start)
    guard length >= minimum else {
      throw CairnError(
        "session.too_short",
        "That was only \(counted(length.count / 1_000, "second")).",
        hint: "Save it anyway?"
      )
    }
  }

  /// Throws `session.time_before_segment` for an end before the current pause.
  ///
  /// Only for an end that a person entered: a clock that was set back must not prevent the end.
  package func requireEndAfterPause(_ at: Instant) throws(CairnError) {
    guard case .paused(let since) = state else { return }
    try requireNotBefore(since, at, "was paused")
  }

  private func requireNotBefore(
    _ since: Instant,
    _ at: Instant,
    _ what: String
  ) throws(CairnError) {
    try Self.requireInRange(at)
    guard at >= since else {
      throw CairnError(
        "session.time_before_segment",
        "The time \(at.text) is before \(since.text), when the session \(what).",
        hint: "Give the right time if the system clock was set back."
      )
    }
  }

  static func endsBeforeStart(_ start: Instant, _ end: Instant) -> CairnError {
    CairnError(
      "session.ends_before_start",
      "The session would end \(end.text), before its start \(start.text).",
      hint: "Give an end after the start."
    )
  }

  private func notRunning(_ verb: String) -> CairnError {
    isEnded
      ? alreadyEnded
      : CairnError(
        "session.not_running",
        "The session is already paused.",
        hint: "Resume it, or stop it."
      )
  }

  private var notPaused: CairnError {
    isEnded
      ? alreadyEnded
      : CairnError(
        "session.not_paused",
        "The session is already running.",
        hint: "Pause it, or stop it."
      )
  }

  private var alreadyEnded: CairnError {
    CairnError(
      "session.already_ended",
      "The session has already ended.",
      hint: "Start another, or edit this one."
    )
  }
}
