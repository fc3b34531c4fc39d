/// Follows a player and tells what was listened to: one play, one session, whatever happens.
///
/// A plain value without a clock, a timer or a network. Give it each event with one reading of the
/// clocks, keep ``json`` after each, and hand on the report it may give. It counts while the story
/// is heard and at no other time (spec/listening.md 4).
public struct PlaybackTracker: Sendable, Hashable {
  /// What is shorter than this is no play, and is never told (spec/listening.md 4.1).
  public static let minimum = Milliseconds.seconds(5)

  /// After a longer pause the same story is another play, so that no minute is put on a day before
  /// it.
  public static let longestPause = Milliseconds.hours(1)

  /// The play that is open; nil before the first one and after the end of each.
  public internal(set) var playback: Playback?
  /// The pace of the player in hundredths, that of the next play too.
  public internal(set) var rate: Int64 = 100

  /// Begins without a play.
  public init() {}

  /// Takes in what a player did.
  ///
  /// Gives what is to be told: at a pause, a heartbeat and on the way into the background the play
  /// so far, at its end the whole of it. Nil when there is nothing new, or less than ``minimum``.
  /// An event that makes no sense now, such as a stop after the end, changes nothing. `newID` names
  /// a play that begins; it is asked for one at most.
  public mutating func handle(
    _ event: PlaybackEvent,
    at reading: ClockReading,
    newID: () -> String
  ) -> PlaybackReport? {
    playback?.advance(to: reading)
    switch event {
    case .load(let story): return playback?.story == story ? nil : end()
    case .play(let story, let position, let length):
      return hear(Place(story: story, position: position, length: length), reading, newID)
    case .resume: return playback.flatMap { hear(Place($0), reading, newID) }
    case .pause, .background, .heartbeat: return checkpoint(event)
    case .stop: return end()
    case .complete: return end(isCompleted: true)
    case .seek(let position): playback?.position = max(.zero, position)
    case .rate(let hundredths): setRate(hundredths)
    }
    return nil
  }

  /// Ends the play that was open when the app was last heard of; for the start of an app.
  ///
  /// It ended with the last event that was kept: what came after is not known
  /// (spec/listening.md T13).
  public mutating func recover() -> PlaybackReport? { end() }
}

/// A place in a story from which it is heard.
private struct Place {
  let story: String
  let position: Milliseconds
  let length: Milliseconds?
}

extension Place {
  fileprivate init(_ playback: Playback) {
    self.init(story: playback.story, position: playback.position, length: playback.length)
  }
}

extension PlaybackTracker {
  /// Goes on with the play of the same story, or ends what is open and begins another.
  private mutating func hear(
    _ place: Place,
    _ reading: ClockReading,
    _ newID: () -> String
  ) -> PlaybackReport? {
    let goesOn = playback.map { $0.story == place.story && !$0.isOver(at: reading) } ?? false
    let report = goesOn ? nil : end()
    var open = playback ?? Playback(id: newID(), story: place.story, start: reading, rate: rate)
    open.position = max(.zero, place.position)
    open.length = place.length ?? open.length
    open.counted = reading
    playback = open
    return report
  }

  private mutating func setRate(_ hundredths: Int64) {
    rate = min(max(hundredths, 10), 1_000)
    playback?.rate = rate
  }

  private mutating func checkpoint(_ event: PlaybackEvent) -> PlaybackReport? {
    guard let open = playback, open.isHeard else { return nil }
    if event == .pause { playback?.counted = nil }
    return open.report(isFinal: false)
  }

  private mutating func end(isCompleted: Bool = false) -> PlaybackReport? {
    let report = playback?.report(isCompleted: isCompleted, isFinal: true)
    playback = nil
    return report
  }
}
