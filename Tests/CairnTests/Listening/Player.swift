import Cairn
import CairnTestKit
import Testing

/// A player with a tracker, in the words of a listener; its clocks move only when told.
struct Player {
  private(set) var tracker = PlaybackTracker()
  /// Everything that was told, in order.
  private(set) var reports: [PlaybackReport] = []
  /// What is on the disk: the state after the last event.
  private(set) var kept = PlaybackTracker().json.text
  private(set) var plays = 0
  var wall = Instant(milliseconds: 1_767_636_000_000)
  private var elapsed = Milliseconds.hours(5)
  private var boot = "b1"

  var reading: ClockReading {
    ClockReading(now: wall, mark: ClockMark(boot: boot, elapsed: elapsed))
  }

  /// Lets time go by.
  mutating func wait(_ seconds: Int64) { wait(.seconds(seconds)) }

  mutating func wait(_ time: Milliseconds) {
    wall = wall + time
    elapsed += time
  }

  /// Tells the tracker, and keeps what is to be kept.
  mutating func tell(_ event: PlaybackEvent) {
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
    tell(.play(story: story, from: .seconds(from), length: length))
  }

  /// The process is gone without a word, and another one takes up what was kept.
  mutating func crash(newStart: Bool = false) throws {
    if newStart { (boot, elapsed) = (boot + "+", .zero) }
    tracker = try #require(PlaybackTracker(restoring: JSON(parsing: [UInt8](kept.utf8))))
  }

  mutating func recover() {
    tracker.recover().map { reports.append($0) }
    kept = tracker.json.text
  }

  /// The last report of each play, in order of the plays: what a server holds in the end.
  var sessions: [PlaybackReport] {
    var last: [String: PlaybackReport] = [:]
    for report in reports { last[report.id] = report }
    return reports.map(\.id).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      .compactMap { last[$0] }
  }
}
