import Cairn

/// What happens to a player and its app, in the words of a listener.
enum PlayerStep: Sendable {
  /// A story is tapped and heard at once, or the next one follows.
  case play(String)
  /// A story is tapped that has no audio yet, which takes so many seconds to make.
  case make(String, Int64)
  case wait(Int64)
  /// The buttons of the app.
  case pause, resume, stop, complete
  /// A call, or the lock screen: the audio stands still for so many seconds, and no button was used.
  case interruption(Int64)
  /// The process is gone without a word, and starts again after so many seconds.
  case kill(Int64)
}

/// What a tracker tells of one play.
struct ToldPlay: Sendable, Equatable {
  let story: String
  let startedAt: Instant
  let endedAt: Instant
  let seconds: Int64
  let isCompleted: Bool

  /// The body of a post.
  var json: String {
    """
    {"storyId":"\(story)","startedAt":"\(startedAt.text)","endedAt":"\(endedAt.text)",\
    "duration":\(seconds),"completed":\(isCompleted)}
    """
  }
}

/// The tracker of the shipped app with what is wrong with it (spec/listening.md 4.1, T10–T13).
struct ShippedTracker {
  private struct Active {
    let story: String
    let startedAt: Instant
    var accumulated = Milliseconds.zero
    var resumedAt: Instant?
  }

  private var active: Active?
  /// What it keeps on the disk: the state after the last change of it, without what ran since.
  private var kept: Active?
  private(set) var told: [ToldPlay] = []
  private(set) var now: Instant

  init(at now: Instant) { self.now = now }

  mutating func take(_ step: PlayerStep) {
    switch step {
    case .play(let story): start(story)
    case .make(let story, let seconds):
      start(story)  // T12: as if it were heard already.
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
    if active?.story == story { return take(.resume) }
    // T10: what is to end the old play finds the new one in its place, which ran for no time.
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
    if let play = active { tell(play, isCompleted) }
    active = nil
  }

  private mutating func tell(_ play: Active, _ isCompleted: Bool) {
    guard play.accumulated >= .seconds(5) else { return }
    told.append(
      ToldPlay(
        story: play.story,
        startedAt: play.startedAt,
        endedAt: now,
        seconds: play.accumulated.count / 1_000,
        isCompleted: isCompleted
      )
    )
  }

  /// T13: what ran since the last change is lost, it ends now, and after a day it is dropped.
  private mutating func restart(after seconds: Int64) {
    now = now + .seconds(seconds)
    if let play = kept, now - play.startedAt <= .hours(24) { tell(play, false) }
    active = nil
  }
}

/// The queue of the shipped app (T14, T15): it is loaded, posted and cleared as a whole.
struct ShippedQueue {
  private(set) var waiting: [ToldPlay] = []

  /// Of more than fifty the oldest are gone without a word.
  mutating func add(_ play: ToldPlay) { waiting = (waiting + [play]).suffix(50) }

  /// What a flush is about to post; what is older than a week is gone without a word.
  mutating func load(at now: Instant) -> [ToldPlay] {
    waiting.removeAll { now - $0.endedAt > .hours(7 * 24) }
    return waiting
  }

  /// After the posts, whatever came meanwhile; those that failed are put back.
  mutating func clear(keeping failed: [ToldPlay] = []) { waiting = failed }
}

/// The answers of one repository of the shipped app (T16): kept for five minutes.
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

/// Our own tracker, driven by what the player does and not by its buttons.
struct OwnTracker {
  private var tracker = PlaybackTracker()
  private var reports: [PlaybackReport] = []
  private var isHeard = false
  private var count = 0
  private var now: Instant

  init(at now: Instant) { self.now = now }

  mutating func take(_ step: PlayerStep) {
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
      for step in [PlayerStep.pause, .wait(seconds), .resume] { take(step) }
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
    tell(event)
  }

  /// A heartbeat every twenty seconds.
  private mutating func wait(_ seconds: Int64) {
    for passed in 1...max(1, seconds) {
      now = now + .seconds(1)
      if isHeard, passed % 20 == 0 { tell(.heartbeat) }
    }
  }

  private mutating func tell(_ event: PlaybackEvent) {
    let elapsed = Milliseconds(now.milliseconds)
    let reading = ClockReading(now: now, mark: ClockMark(boot: "b", elapsed: elapsed))
    let report = tracker.handle(event, at: reading) {
      count += 1
      return "play\(count)"
    }
    report.map { reports.append($0) }
  }

  /// The last report of each play, in the order of their starts: what a server holds in the end.
  var told: [ToldPlay] {
    Dictionary(reports.map { ($0.id, $0) }) { $1 }.values.map {
      ToldPlay(
        story: $0.story,
        startedAt: $0.startedAt,
        endedAt: $0.endedAt,
        seconds: $0.seconds,
        isCompleted: $0.isCompleted
      )
    }.sorted { $0.startedAt < $1.startedAt }
  }
}
