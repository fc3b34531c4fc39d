/// A start or resume of the timer, which ends what else of its kind had been started before.
struct Claim: Sendable, Hashable, Comparable {
  let at: Instant
  let record: RecordID

  static func < (left: Claim, right: Claim) -> Bool {
    left.at != right.at ? left.at < right.at : left.record < right.record
  }
}

/// The claims of other sessions of a kind.
struct RivalClaims {
  /// The claims of all sessions of the kind, ascending.
  let all: [Claim]
  /// The session whose own claims do not count.
  let session: RecordID

  /// Returns the first claim after another and before a moment.
  func first(after claim: Claim, before limit: Instant) -> Claim? {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if claim < all[middle] { high = middle } else { low = middle + 1 }
    }
    while low < all.count, all[low].record == session { low += 1 }
    return low < all.count && all[low].at < limit ? all[low] : nil
  }
}

/// The time of one session record, computed from explicit times, timer events and the claims of others.
package struct SessionTime: Sendable {
  /// The segments, in order.
  package private(set) var segments: [Segment] = []
  /// Whether it has ended, is paused or runs.
  package private(set) var state = ExplicitTimes.State.ended
  /// The claim of another session by which this one ended; nil if a person ended it.
  package private(set) var inferredEnd: Instant?
  /// Presses that changed nothing.
  private(set) var idle: [Instant] = []

  private let rivals: RivalClaims
  private var openStart: Instant?
  private var claim: Claim?
  private var lastEnd: Instant?

  /// When it starts; ``Instant/endless`` without time.
  package var start: Instant { segments.first?.start ?? .endless }
  /// When it ends; nil while it is open, and without time.
  var end: Instant? { segments.last?.end }

  /// Computes the time of a record.
  init(_ fields: SessionFields, rivals: RivalClaims) {
    self.rivals = rivals
    if let times = fields.times, times.state == .ended, fields.hasOnlyClaims {
      let isWhole = times.segments.allSatisfy { $0.hasTime }
      segments = isWhole ? times.segments : times.segments.filter { $0.hasTime }
    } else if !fields.events.isEmpty || fields.times != nil {
      run(fields)
    }
  }

  private mutating func run(_ fields: SessionFields) {
    let explicit = fields.times?.segments.filter { $0.end != nil } ?? []
    for step in Self.steps(fields) { apply(step, explicit) }
    let last = fields.claims.last.map { Claim(at: $0, record: fields.id) } ?? claim
    if state != .ended, claim != nil, let last { endAtClaim(after: last) }
    if let openStart { close(openStart, inferredEnd ?? .endless) }
  }
}

extension SessionFields {
  /// Whether no timer event has a time of its own.
  fileprivate var hasOnlyClaims: Bool { events.allSatisfy { $0.event.action == .claim } }
}

extension SessionTime {
  /// One step of the timer.
  private struct Step {
    let at: Instant
    let stamp: Stamp
    /// The position in the explicit times, or -1 for an event.
    let index: Int
    let action: TimerEvent.Action
    var claim: Claim?
    var field = ""

    var isEvent: Bool { index < 0 }

    static func precedes(_ left: Step, _ right: Step) -> Bool {
      if left.at != right.at { return left.at < right.at }
      if left.stamp != right.stamp { return left.stamp < right.stamp }
      if left.index != right.index { return left.index < right.index }
      return left.field < right.field
    }
  }

  private static func steps(_ fields: SessionFields) -> [Step] {
    var steps: [Step] = []
    if let times = fields.times { append(times, fields, fields.claims.last, to: &steps) }
    for (event, stamp, name) in fields.events where event.action != .claim {
      let claim = Claim(at: min(event.pressed, stamp.instant), record: fields.id)
      steps.append(
        Step(at: event.at, stamp: stamp, index: -1, action: event.action, claim: claim, field: name)
      )
    }
    steps.sort(by: Step.precedes)
    return steps
  }

  private static func append(
    _ times: ExplicitTimes,
    _ fields: SessionFields,
    _ lastClaim: Instant?,
    to steps: inout [Step]
  ) {
    let stamp = fields.timesStamp
    for (index, segment) in times.segments.enumerated() {
      let at = segment.start
      let claim = Claim(at: segment.end == nil ? lastClaim ?? at : at, record: fields.id)
      steps.append(Step(at: at, stamp: stamp, index: 2 * index, action: .start, claim: claim))
      guard let end = segment.end else { continue }
      let step = Step(at: end, stamp: stamp, index: 2 * index + 1, action: .pause)
      steps.append(step)
    }
    guard times.state == .ended, let last = steps.last else { return }
    steps.append(Step(at: last.at, stamp: stamp, index: .max, action: .stopPaused))
  }

  private mutating func apply(_ step: Step, _ explicit: [Segment]) {
    if step.isEvent, explicit.contains(where: { $0.start <= step.at && step.at < $0.limit }) {
      idle.append(step.at)
    } else if step.action == .start {
      begin(step)
    } else if let openStart {
      if step.action == .stopPaused, step.isEvent { idle.append(step.at) }
      close(openStart, step.at)
      state = step.action == .pause ? .paused : .ended
    } else {
      rest(step)
    }
  }

  /// Starts the timer; while it runs, only another session's claim until then makes a difference.
  private mutating func begin(_ step: Step) {
    if let openStart {
      guard let rival = rival(after: claim, before: step.at) else { return }
      close(openStart, max(openStart, rival.at))
    }
    (openStart, state, claim) = (step.at, .running, step.claim)
  }

  private mutating func rest(_ step: Step) {
    if step.isEvent, step.action != .stopPaused, let end = lastEnd, step.at > end {
      idle.append(step.at)
    }
    if step.action != .pause { state = .ended }
  }

  private mutating func close(_ from: Instant, _ limit: Instant) {
    (openStart, lastEnd) = (nil, limit)
    if from < limit { segments.append(Segment(start: from, limit: limit)) }
  }

  private mutating func endAtClaim(after last: Claim) {
    guard let rival = rival(after: last, before: .endless) else { return }
    (inferredEnd, state) = (max(rival.at, openStart ?? rival.at), .ended)
  }

  private func rival(after claim: Claim?, before limit: Instant) -> Claim? {
    claim.flatMap { rivals.first(after: $0, before: limit) }
  }
}
