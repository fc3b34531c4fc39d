import Cairn
import CairnActions
import CairnStore

/// A made-up year of listening: audiobooks while commuting or walking, fairy tales in the evening.
struct DemoListening {
  private let zone: ZoneRules
  private let days: ClosedRange<LocalDay>
  private let now: Instant
  private var chance = DemoGenerator(seed: 51_000)
  private var sessions: [DemoListeningSession] = []
  private var position = DemoListeningPosition()

  init(zone: ZoneRules, days: ClosedRange<LocalDay>, now: Instant) {
    (self.zone, self.days, self.now) = (zone, days, now)
  }

  /// Writes all sessions, with one history entry per quarter.
  mutating func write(_ log: Log, _ clock: DemoClock) async throws {
    var day = days.lowerBound
    while day <= days.upperBound {
      listen(on: day)
      day = day + 1
    }
    clock.set(now)
    let (zone, sessions) = (zone.name, sessions)
    for quarter in stride(from: 0, to: sessions.count, by: 90) {
      let part = sessions[quarter..<min(quarter + 90, sessions.count)]
      try await log.write { writer in
        for hearing in part { try hearing.track(writer, zone: zone) }
        writer.title = "\(part.count) listening sessions tracked"
      }
    }
  }

  private mutating func listen(on day: LocalDay) {
    let (luck, isWeekend) = (chance.number(0...99), day.weekday > 5)
    if isWeekend {
      if luck < 35 { resume(day, hour: 15, minutes: chance.number(45...90)) }
    } else {
      if luck < 64 { resume(day, hour: 7, minutes: chance.number(24...38)) }
      if luck > 30 && luck < 74 { resume(day, hour: 17, minutes: chance.number(24...38)) }
    }
    // Group most evenings into runs of consecutive days.
    if (day.number / 9) % 3 == 0 ? chance.number(0...9) > 0 : chance.number(0...9) < 2 {
      addTale(DemoStory.tales[Int(chance.number(0...Int64(DemoStory.tales.count) - 1))], day)
    }
  }

  /// Continues the current audiobook from its last position.
  private mutating func resume(_ day: LocalDay, hour: Int64, minutes: Int64) {
    guard DemoStory.long.indices.contains(position.index) else { return }
    let story = DemoStory.long[position.index]
    let start = instant(day, hour, minute: chance.number(20...50))
    let speed: Int64 = position.index % 3 == 1 ? 125 : 100
    let last = min(story.minutes * story.percent / 100, position.minute + minutes * speed / 100)
    let length = max(1, (last - position.minute) * 100 / speed)
    guard start + .minutes(length) < now else { return }
    sessions.append(
      DemoListeningSession(story, start, length, from: position.minute, to: last, speed: speed)
    )
    position.minute = last
    if last >= story.minutes * story.percent / 100 {
      position = DemoListeningPosition(index: position.index + 1)
    }
  }

  /// Adds a session with a whole tale.
  private mutating func addTale(_ tale: DemoStory, _ day: LocalDay) {
    let start = instant(day, 22, minute: chance.number(5...30))
    guard start + .minutes(tale.minutes) < now else { return }
    sessions.append(
      DemoListeningSession(tale, start, tale.minutes, from: 0, to: tale.minutes, speed: 100)
    )
  }

  private func instant(_ day: LocalDay, _ hour: Int64, minute: Int64) -> Instant {
    zone.instant(wallClock: Int64(day.number) * 86_400_000 + (hour * 60 + minute) * 60_000)
  }
}

/// The current audiobook and the position in it, in minutes.
private struct DemoListeningPosition {
  var index = 0
  var minute: Int64 = 0
}

private struct DemoListeningSession {
  private let story: DemoStory
  private let segment: Segment
  private let from: Milliseconds
  private let to: Milliseconds
  private let speed: Int64

  init(
    _ story: DemoStory,
    _ start: Instant,
    _ minutes: Int64,
    from: Int64,
    to: Int64,
    speed: Int64
  ) {
    (self.story, self.speed) = (story, speed)
    segment = Segment(start: start, end: start + .minutes(minutes))
    (self.from, self.to) = (.minutes(from), .minutes(to))
  }

  func track(_ writer: LogWriter, zone: String) throws {
    let isFavorite = ["Persuasion", "The Golden Goose", "A Christmas Carol"].contains(
      self.story.title
    )
    let story = try writer.story(titled: self.story.new(isFavorite: isFavorite))
    var detail = Listening(story: story.id)
    try detail.setPositions(from, to)
    try detail.setSpeed(speed)
    detail.isCompleted = story.duration.map { to >= $0 } ?? false
    _ = try writer.track(
      detail,
      [segment],
      zone: zone,
      note: nil,
      adjust: false,
      allowShort: true
    )
  }
}
