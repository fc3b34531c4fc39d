import Cairn
import CairnTestKit
import Testing

/// A simulated player with a tracker; its clocks advance only on request.
struct Player {
  private(set) var tracker = PlaybackTracker()
  /// All reports, in order.
  private(set) var reports: [PlaybackReport] = []
  /// The stored state after the last event.
  private(set) var kept = PlaybackTracker().json.text
  private(set) var plays = 0
  var wall = Instant(milliseconds: 1_767_636_000_000)
  private var elapsed = Milliseconds.hours(5)
  private var boot = "b1"

  var reading: ClockReading {
    ClockReading(now: wall, mark: ClockMark(boot: boot, elapsed: elapsed))
  }

  /// Advances both clocks.
  mutating func wait(_ seconds: Int64) { wait(.seconds(seconds)) }

  mutating func wait(_ time: Milliseconds) {
    wall = wall + time
    elapsed += time
  }

  /// Passes an event to the tracker, and stores its state and its report.
  mutating func send(_ event: PlaybackEvent) {
    var number = plays
    let report = tracker.handle(event, at: reading) {
      number += 1
      return "play\(number)"
    }
    plays = number
    kept = tracker.json.text
    report.map { reports.append($0) }
  }

  mutating func play(_ story: String, from: Int64 = 0, of length: Int64? = 600) {
    let length = length.map { Milliseconds.seconds($0) }
    send(.play(story: story, from: .seconds(from), length: length))
  }

  /// Simulates a crash; a new process restores the stored state.
  mutating func crash(newStart: Bool = false) throws {
    if newStart { (boot, elapsed) = (boot + "+", .zero) }
    tracker = try #require(PlaybackTracker(restoring: JSON(parsing: [UInt8](kept.utf8))))
  }

  mutating func recover() {
    tracker.recover().map { reports.append($0) }
    kept = tracker.json.text
  }

  /// The last report of each playback, in order: the sessions that a server has in the end.
  var sessions: [PlaybackReport] {
    var last: [String: PlaybackReport] = [:]
    for report in reports { last[report.id] = report }
    return reports.map(\.id).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      .compactMap { last[$0] }
  }
}
