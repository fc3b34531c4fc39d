import Cairn

/// A step of a listener's day, as it affects the player and the app.
enum PlayerStep: Sendable {
  /// A tap on a story that plays immediately, or the automatic start of the next one.
  case play(String)
  /// A tap on a story without audio, which takes some seconds to generate.
  case make(String, Int64)
  case wait(Int64)
  /// The buttons of the app.
  case pause, resume, stop, complete
  /// A phone call or the lock screen: the audio pauses for some seconds, without a button press.
  case interruption(Int64)
  /// The process is killed and restarts after some seconds.
  case kill(Int64)
}

/// A play as a tracker reports it.
struct ReportedPlay: Sendable, Equatable {
  let story: String
  let startedAt: Instant
  let endedAt: Instant
  let seconds: Int64
  let isCompleted: Bool

  /// The body of the request.
  var json: String {
    """
    {"storyId":"\(story)","startedAt":"\(startedAt.text)","endedAt":"\(endedAt.text)",\
    "duration":\(seconds),"completed":\(isCompleted)}
    """
  }
}

/// The tracker of the shipped app with its bugs (spec/listening.md 4.1, T10–T13).
struct ShippedTracker {
  private struct Active {
    let story: String
    let startedAt: Instant
    var accumulated = Milliseconds.zero
    var resumedAt: Instant?
  }

  private var active: Active?
  /// The persisted state: that of the last change, without the time since.
  private var kept: Active?
  private(set) var reported: [ReportedPlay] = []
  private(set) var now: Instant

  init(at now: Instant) { self.now = now }

  mutating func handle(_ step: PlayerStep) {
    switch step {
    case .play(let story): start(story)
    case .make(let story, let seconds):
      start(story)  // T12: counts as listening while the audio is generated.
      now = now + .seconds(seconds)
    case .wait(let seconds), .interruption(let seconds): now = now + .seconds(seconds)  // T11
    case .pause: pause()
    case .resume: if active?.resumedAt == nil { active?.resumedAt = now }
    case .stop: end(isCompleted: false)
    case .complete: end(isCompleted: true)
    case .kill(let seconds): restart(after: seconds)
    }
    if case .wait = step { return }
    kept = active
  }

  private mutating func start(_ story: String) {
    if active?.story == story { return handle(.resume) }
    // T10: the code that should end the old play finds the new one, with a duration of zero.
    guard active == nil else { return active = nil }
    active = Active(story: story, startedAt: now, resumedAt: now)
  }

  private mutating func pause() {
    guard let since = active?.resumedAt else { return }
    active?.accumulated += now - since
    active?.resumedAt = nil
  }

  private mutating func end(isCompleted: Bool) {
    pause()
    if let play = active { report(play, isCompleted) }
    active = nil
  }

  private mutating func report(_ play: Active, _ isCompleted: Bool) {
    guard play.accumulated >= .seconds(5) else { return }
    reported.append(
      ReportedPlay(
        story: play.story,
        startedAt: play.startedAt,
        endedAt: now,
        seconds: play.accumulated.count / 1_000,
        isCompleted: isCompleted
      )
    )
  }

  /// T13: the time since the last change is lost, the play ends now, and after a day it is dropped.
  private mutating func restart(after seconds: Int64) {
    now = now + .seconds(seconds)
    if let play = kept, now - play.startedAt <= .hours(24) { report(play, false) }
    active = nil
  }
}

/// The queue of the shipped app (T14, T15), which is loaded, posted and cleared as a whole.
struct ShippedQueue {
  private(set) var waiting: [ReportedPlay] = []

  /// Adds a play and silently drops the oldest beyond fifty.
  mutating func add(_ play: ReportedPlay) { waiting = (waiting + [play]).suffix(50) }

  /// Returns the plays that a flush posts; silently drops those older than a week.
  mutating func load(at now: Instant) -> [ReportedPlay] {
    waiting.removeAll { now - $0.endedAt > .hours(7 * 24) }
    return waiting
  }

  /// Clears the queue after the posts, including plays added in between; re-adds those that failed.
  mutating func clear(keeping failed: [ReportedPlay] = []) { waiting = failed }
}

/// The response cache of a repository in the shipped app (T16), valid for five minutes.
struct ShippedCache {
  private var kept: (value: Int64, at: Instant)?

  mutating func value(at now: Instant, _ ask: () async throws -> Int64) async rethrows -> Int64 {
    if let kept, now - kept.at < .minutes(5) { return kept.value }
    let value = try await ask()
    kept = (value, now)
    return value
  }

  mutating func clear() { kept = nil }
}

/// Our own tracker, driven by player events instead of buttons.
struct OwnTracker {
  private var tracker = PlaybackTracker()
  private var reports: [PlaybackReport] = []
  private var isHeard = false
  private var count = 0
  private var now: Instant

  init(at now: Instant) { self.now = now }

  mutating func handle(_ step: PlayerStep) {
    switch step {
    case .play(let story): play(story)
    case .make(let story, let seconds):
      set(false, .load(story: story))
      wait(seconds)
      play(story)
    case .wait(let seconds): wait(seconds)
    case .pause: set(false, .pause)
    case .resume: set(true, .resume)
    case .stop: set(false, .stop)
    case .complete: set(false, .complete)
    case .interruption(let seconds):
      for step in [PlayerStep.pause, .wait(seconds), .resume] { handle(step) }
    case .kill(let seconds):
      (isHeard, now) = (false, now + .seconds(seconds))
      tracker.recover().map { reports.append($0) }
    }
  }

  private mutating func play(_ story: String) {
    set(true, .play(story: story, from: .zero, length: nil))
  }

  private mutating func set(_ isHeard: Bool, _ event: PlaybackEvent) {
    self.isHeard = isHeard
    report(event)
  }

  /// Waits with a heartbeat every twenty seconds.
  private mutating func wait(_ seconds: Int64) {
    for passed in 1...max(1, seconds) {
      now = now + .seconds(1)
      if isHeard, passed % 20 == 0 { report(.heartbeat) }
    }
  }

  private mutating func report(_ event: PlaybackEvent) {
    let elapsed = Milliseconds(now.milliseconds)
    let reading = ClockReading(now: now, mark: ClockMark(boot: "b", elapsed: elapsed))
    let report = tracker.handle(event, at: reading) {
      count += 1
      return "play\(count)"
    }
    report.map { reports.append($0) }
  }

  /// The last report of each play, ordered by start: the final state on a server.
  var reported: [ReportedPlay] {
    Dictionary(reports.map { ($0.id, $0) }) { $1 }.values.map {
      ReportedPlay(
        story: $0.story,
        startedAt: $0.startedAt,
        endedAt: $0.endedAt,
        seconds: $0.seconds,
        isCompleted: $0.isCompleted
      )
    }.sorted { $0.startedAt < $1.startedAt }
  }
}
