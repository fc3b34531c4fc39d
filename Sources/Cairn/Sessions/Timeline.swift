/// A stretch in which the timer ran; open while it still runs.
public struct Segment: Sendable, Hashable {
  /// The first millisecond of the stretch.
  public var start: Instant
  /// The first millisecond after it; nil while it runs.
  public var end: Instant?

  /// Makes a stretch.
  public init(start: Instant, end: Instant?) {
    self.start = start
    self.end = end
  }
}

/// Whether a session runs, is paused or has ended.
public enum SessionState: Sendable, Hashable {
  /// The timer runs since the start of the open segment.
  case running(since: Instant)
  /// The timer stands since the end of the last segment.
  case paused(since: Instant)
  /// The session ended.
  case ended(at: Instant)
}

/// The segments of one session in order: the truth about its time.
///
/// There is at least one segment, none overlaps the next, and only the last can be open. All
/// rules check before they change: a rule that throws leaves the timeline as it was.
public struct Timeline: Sendable, Hashable {
  /// The stretches, ascending.
  public internal(set) var segments: [Segment]
  /// Whether the person, or a rule, ended the session.
  public internal(set) var isEnded: Bool
  /// Whether it runs: it neither stands nor has ended.
  public var isRunning: Bool { segments.last?.end == nil }

  private init(segments: [Segment], isEnded: Bool) {
    self.segments = segments
    self.isEnded = isEnded
  }

  /// A timeline that starts to run; throws `session.time_out_of_range` outside 2000–2100.
  public init(startingAt start: Instant) throws(CairnError) {
    try Self.requireInRange(start)
    self.init(segments: [Segment(start: start, end: nil)], isEnded: false)
  }

  /// A timeline that has ended, for a session recorded afterwards.
  ///
  /// Throws `session.time_out_of_range`, `session.no_segments`, `session.ends_before_start` or
  /// `session.segments_overlap`.
  public init(ended segments: [Segment]) throws(CairnError) {
    guard !segments.isEmpty else {
      throw CairnError(
        "session.no_segments",
        "A session needs a start and an end.",
        hint: "Give both, for instance 20:00-21:15."
      )
    }
    try Self.check(segments)
    self.init(segments: segments, isEnded: true)
  }

  /// When the session began.
  public var start: Instant { segments[0].start }

  /// When the session ended; nil while it is open.
  public var end: Instant? { isEnded ? segments[segments.count - 1].end : nil }

  /// Whether it runs, is paused, or has ended.
  public var state: SessionState {
    let last = segments[segments.count - 1]
    guard let end = last.end else { return .running(since: last.start) }
    return isEnded ? .ended(at: end) : .paused(since: end)
  }

  /// The time the timer ran until `now`, pauses left out; never negative.
  public func active(until now: Instant) -> Milliseconds {
    segments.reduce(.zero) { $0 + max(.zero, ($1.end ?? now) - $1.start) }
  }

  /// Stops the timer at `at`; throws `session.not_running` or `session.time_before_segment`.
  public mutating func pause(at: Instant) throws(CairnError) {
    guard case .running(let since) = state else { throw notRunning("pause") }
    try requireNotBefore(since, at, "started running")
    segments[segments.count - 1].end = at
  }

  /// Lets the timer run again; throws `session.not_paused` or `session.time_before_segment`.
  public mutating func resume(at: Instant) throws(CairnError) {
    guard case .paused(let since) = state else { throw notPaused }
    try requireNotBefore(since, at, "was paused")
    if since == at {
      segments[segments.count - 1].end = nil
    } else {
      segments.append(Segment(start: at, end: nil))
    }
  }

  /// Ends the session, at the last pause when it is paused.
  ///
  /// Throws `session.already_ended`, `session.time_before_segment`, or `session.too_short` when
  /// less than `minimum` ran; the session then goes on.
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
  /// The range from the first start to the end, or to `now` while open.
  public func span(until now: Instant) -> Range<Instant> {
    let end = segments[segments.count - 1].end ?? now
    return start..<max(start, end)
  }

  /// Replaces all segments of a session that has ended; throws like ``init(ended:)``.
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
        "The stretch that starts \(later.start.text) begins before the one before it ends.",
        hint: "Give stretches in order, each starting at or after the end of the one before."
      )
    }
  }

  /// The longest session that a person can mean, pauses left out.
  static let longest = Milliseconds.hours(366 * 24)

  /// Refuses a session that ran longer than a person can mean, with `session.too_long`.
  ///
  /// Asked of what a person types or measures, never of what devices make of it when they meet.
  package func requireNotTooLong() throws(CairnError) {
    let time = active(until: segments[segments.count - 1].start)
    guard time > Self.longest else { return }
    throw CairnError(
      "session.too_long",
      "The session would run \(time.count / 86_400_000) days; a session runs at most 366.",
      hint: "Give the time at which it really ended."
    )
  }

  /// Refuses a session that reaches past `now`, but for a minute in which clocks may differ.
  ///
  /// Throws `session.in_future`.
  public func requirePast(now: Instant) throws(CairnError) {
    let latest = segments.reduce(start) { max($0, max($1.start, $1.end ?? $1.start)) }
    guard latest > now + .minutes(1) else { return }
    throw CairnError(
      "session.in_future",
      "The time \(latest.text) is in the future; it is \(now.text) now.",
      hint: "Record a session when it has happened, or check the clock of this device."
    )
  }

  /// Refuses instants a person cannot mean.
  static func requireInRange(_ instant: Instant) throws(CairnError) {
    guard instant >= .earliest, instant < .limit else {
      throw CairnError(
        "session.time_out_of_range",
        "The time \(instant.text) is not between the years 2000 and 2100.",
        hint: "Check the clock of this device, or give the time with its date."
      )
    }
  }

  /// Refuses a session of no time at all, with `session.ends_before_start`.
  package func requireTime() throws(CairnError) {
    guard !segments.contains(where: { $0.hasTime }) else { return }
    throw CairnError(
      "session.ends_before_start",
      "The session would end \(start.text), the moment it starts.",
      hint: "Give an end after the start."
    )
  }

  /// Refuses a session that ran less than `minimum`, with `session.too_short`.
  package func requireAtLeast(_ minimum: Milliseconds) throws(CairnError) {
    let length = active(until: segments[segments.count - 1].end ?? start)
    guard length >= minimum else {
      throw CairnError(
        "session.too_short",
        "The session ran \(length.count / 1_000) s; a session counts from "
          + "\(minimum.count / 1_000) s on.",
        hint: "Let it run on, throw it away, or allow short sessions."
      )
    }
  }

  /// Refuses an end that a person named before the pause in which the session is.
  ///
  /// Throws `session.time_before_segment`. A clock that was set back names no end.
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
        hint: "If the clock was set back, give the right time yourself."
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
        "The session is paused already.",
        hint: "Go on with resume, or end it with stop."
      )
  }

  private var notPaused: CairnError {
    isEnded
      ? alreadyEnded
      : CairnError(
        "session.not_paused",
        "The session is running already.",
        hint: "Interrupt it with pause, or end it with stop."
      )
  }

  private var alreadyEnded: CairnError {
    CairnError(
      "session.already_ended",
      "The session has ended already.",
      hint: "Start another, or change this one with edit."
    )
  }
}
