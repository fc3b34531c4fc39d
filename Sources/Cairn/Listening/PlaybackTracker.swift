/// A state machine that turns player events into reports: each playback is one session.
///
/// It is a plain value without a clock, a timer or a network. Pass each event with one reading of the
/// clocks, store ``json`` after each event, and send the report that may be returned. Time counts
/// only while the story is audible (spec/listening.md 4).
public struct PlaybackTracker: Sendable, Hashable {
  /// The shortest playback; anything shorter is never reported (spec/listening.md 4.1).
  public static let minimum = Milliseconds.seconds(5)

  /// The longest pause within a playback; after it the same story starts a new one, so that no time
  /// counts for an earlier day.
  public static let longestPause = Milliseconds.hours(1)

  /// The open playback; nil before the first one and after the end of each.
  public internal(set) var playback: Playback?
  /// The playback rate in hundredths, also for the next playback.
  public internal(set) var rate: Int64 = 100

  /// Creates a tracker without a playback.
  public init() {}

  /// Handles a player event and returns a report to send, or nil.
  ///
  /// A pause, a heartbeat and the move to the background return the playback so far; its end returns
  /// the whole. Returns nil if there is nothing new, or less than ``minimum``. An event that makes no
  /// sense in the current state, such as a stop after the end, changes nothing. `newID` creates the ID
  /// of a new playback and is called at most once.
  public mutating func handle(
    _ event: PlaybackEvent,
    at reading: ClockReading,
    newID: () -> String
  ) -> PlaybackReport? {
    playback?.advance(to: reading)
    switch event {
    case .load(let story): return playback?.story == story ? nil : end()
    case .play(let story, let position, let length):
      return begin(StartPoint(story: story, position: position, length: length), reading, newID)
    case .resume: return playback.flatMap { begin(StartPoint($0), reading, newID) }
    case .pause, .background, .heartbeat: return checkpoint(event)
    case .stop: return end()
    case .complete: return end(isCompleted: true)
    case .seek(let position): playback?.position = max(.zero, position)
    case .rate(let hundredths): setRate(hundredths)
    }
    return nil
  }

  /// Ends the playback that was open in the stored state; call it when the app starts.
  ///
  /// The playback ended with the last stored event, because later ones are unknown
  /// (spec/listening.md T13).
  public mutating func recover() -> PlaybackReport? { end() }
}

/// A position in a story from which it plays.
private struct StartPoint {
  let story: String
  let position: Milliseconds
  let length: Milliseconds?
}

extension StartPoint {
  fileprivate init(_ playback: Playback) {
    self.init(story: playback.story, position: playback.position, length: playback.length)
  }
}

extension PlaybackTracker {
  /// Continues the playback of the same story, or ends the open one and starts another.
  private mutating func begin(
    _ startPoint: StartPoint,
    _ reading: ClockReading,
    _ newID: () -> String
  ) -> PlaybackReport? {
    let continues =
      playback.map { $0.story == startPoint.story && !$0.isOver(at: reading) } ?? false
    let report = continues ? nil : end()
    var open =
      playback ?? Playback(id: newID(), story: startPoint.story, start: reading, rate: rate)
    open.position = max(.zero, startPoint.position)
    open.length = startPoint.length ?? open.length
    open.counted = reading
    playback = open
    return report
  }

  private mutating func setRate(_ hundredths: Int64) {
    rate = min(max(hundredths, 10), 1_000)
    playback?.rate = rate
  }

  private mutating func checkpoint(_ event: PlaybackEvent) -> PlaybackReport? {
    guard let open = playback, open.isAudible else { return nil }
    if event == .pause { playback?.counted = nil }
    return open.report(isFinal: false)
  }

  private mutating func end(isCompleted: Bool = false) -> PlaybackReport? {
    let report = playback?.report(isCompleted: isCompleted, isFinal: true)
    playback = nil
    return report
  }
}
