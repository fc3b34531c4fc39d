import Cairn
import CairnActions
import CairnStore

/// A made-up year of climbing: mostly two evenings a week in a gym, sometimes a day outdoors.
struct DemoClimbing {
  private let zone: ZoneRules
  private let days: ClosedRange<LocalDay>
  private let now: Instant
  private var chance = DemoGenerator(seed: 38_000)

  init(zone: ZoneRules, days: ClosedRange<LocalDay>, now: Instant) {
    (self.zone, self.days, self.now) = (zone, days, now)
  }

  /// Writes all sessions, with one history entry per quarter.
  mutating func write(_ log: Log, _ clock: DemoClock) async throws {
    var sessions: [DemoClimbingSession] = []
    var day = days.lowerBound
    while day <= days.upperBound {
      if let session = try session(on: day) { sessions.append(session) }
      day = day + 1
    }
    clock.set(now)
    for quarter in stride(from: 0, to: sessions.count, by: 26) {
      let part = sessions[quarter..<min(quarter + 26, sessions.count)]
      let zone = zone.name
      try await log.write { writer in
        for session in part { try session.track(writer, zone: zone) }
        writer.title = "\(part.count) climbing sessions tracked"
      }
    }
  }

  /// Returns the session of a day; nil on most days.
  private mutating func session(on day: LocalDay) throws(CairnError) -> DemoClimbingSession? {
    let (luck, isWeekend) = (chance.number(0...99), day.weekday > 5)
    let isOutdoor = isWeekend && luck < 12
    guard isOutdoor || (day.weekday == 2 && luck < 88) || (day.weekday == 4 && luck < 70) else {
      return nil
    }
    let start = instant(day, isOutdoor ? 10 : 18, minute: chance.number(0...40))
    let minutes = isOutdoor ? chance.number(180...300) : chance.number(75...140)
    guard start + .minutes(minutes) < now else { return nil }
    let progress = Int64(day - days.lowerBound) * 100 / Int64(days.upperBound - days.lowerBound + 1)
    return try DemoClimbingSession(start, minutes, isOutdoor, progress, &chance)
  }

  private func instant(_ day: LocalDay, _ hour: Int64, minute: Int64) -> Instant {
    zone.instant(wallClock: Int64(day.number) * 86_400_000 + (hour * 60 + minute) * 60_000)
  }
}

private struct DemoClimbingSession {
  private let start: Instant
  private let end: Instant
  private let place: String
  private let note: String?
  private let detail: Climbing
  private let climbs: [NewClimb]

  init(
    _ start: Instant,
    _ minutes: Int64,
    _ isOutdoor: Bool,
    _ progress: Int64,
    _ chance: inout DemoGenerator
  ) throws(CairnError) {
    (self.start, end) = (start, start + .minutes(minutes))
    let isRoped = chance.number(0...3) == 0
    let discipline: Discipline =
      !isRoped ? .bouldering : chance.number(0...4) == 0 ? .topRope : isOutdoor ? .trad : .sport
    place =
      isOutdoor
      ? (isRoped ? "Fox Quarry" : "Beech Wood") : (isRoped ? "North Wall" : "Boulder Hall")
    note = chance.number(0...9) == 0 ? Self.notes[Int(chance.number(0...3))] : nil
    detail = try Self.detail(discipline, isOutdoor, &chance)
    let count = isOutdoor ? chance.number(3...5) : chance.number(4...8)
    climbs = (0..<count).map { _ in Self.climb(discipline, isOutdoor, progress, &chance) }
  }

  private static let notes = [
    "Felt light today.", "Skin gave out early.", "Fell at the last move twice.",
    "Slow start, good end.",
  ]

  /// Returns the details of a session, which are often incomplete.
  private static func detail(
    _ discipline: Discipline,
    _ isOutdoor: Bool,
    _ chance: inout DemoGenerator
  ) throws(CairnError) -> Climbing {
    var detail = Climbing(discipline: discipline)
    detail.isOutdoor = isOutdoor
    if chance.number(0...2) == 0 {
      detail.setPartners([["Ana"], ["Ben"], ["Ana", "Ben"]][Int(chance.number(0...2))])
    }
    if isOutdoor {
      detail.setConditions(["dry, windy", "humid", "cold and dry"][Int(chance.number(0...2))])
    }
    guard chance.number(0...3) > 0 else { return detail }
    let ready = chance.number(2...5)
    let values: [(ClimbingScale, Int64)] = [
      (.mental, ready), (.physical, min(5, max(1, ready + chance.number(-1...1)))),
      (.exertion, chance.number(4...9)), (.pump, chance.number(1...5)),
    ]
    for (scale, value) in values { try detail.set(scale, value) }
    return detail
  }

  private static let names = [
    "Green Slab", "The Fin", "Left Arête", "Moonboard Classic", "Sunday Roof", "Kitchen Sink",
    "Long Way Up", "Paper Moon", "Old Friend", "Salt Line", "Low Traverse", "The Nose of It",
  ]

  /// Returns a climb near the current level: easy climbs are sent first try, hard ones not yet.
  private static func climb(
    _ discipline: Discipline,
    _ isOutdoor: Bool,
    _ progress: Int64,
    _ chance: inout DemoGenerator
  ) -> NewClimb {
    let scale: GradeScale = discipline.isForBoulders ? .v : .yds
    let (grades, top) = (scale.grades, (discipline.isForBoulders ? 3 : 7) + progress / 33)
    var step = chance.number(-4...2) - (isOutdoor ? 1 : 0)
    var new = NewClimb()
    if isOutdoor || chance.number(0...2) == 0 {
      let known = chance.number(0...Int64(names.count) - 1)
      new.name = names[Int(known)]
      // Keep the grade of a climb the same on every attempt.
      step = 1 + known % 7 + (discipline.isForBoulders ? 0 : 4) - top
    }
    let rung = min(Int64(grades.count) - 1, max(1, top + step))
    new.grade = GradeInput(grades[Int(rung)], in: scale)
    let misses = max(0, step + chance.number(0...3) - (step < -1 ? 3 : 0))
    new.isSent = step < 1 || chance.number(0...3) == 0
    new.attempts = Int64(misses + 1)
    if chance.number(0...1) == 0 { new.marks = marks(isSent: new.isSent, &chance) }
    if discipline == .sport || discipline == .trad { new.style = .lead }
    return new
  }

  private static func marks(
    isSent: Bool,
    _ chance: inout DemoGenerator
  ) -> [ClimbTag: TagImpact] {
    var marks: [ClimbTag: TagImpact] = [:]
    for _ in 0...chance.number(0...1) {
      let tag = ClimbTag.catalogue[Int(chance.number(0...Int64(ClimbTag.catalogue.count) - 1))]
      marks[tag] = isSent == (chance.number(0...4) > 0) ? .helped : .hindered
    }
    return marks
  }

  func track(_ writer: LogWriter, zone: String) throws {
    let session = try writer.track(
      detail,
      [Segment(start: start, end: end)],
      zone: zone,
      note: note,
      adjust: false,
      allowShort: true
    )
    try writer.change(session.id, as: NoDetail.self) { $0.sessionContext.setPlace(place) }
    for climb in climbs { try AddClimb(climb, to: session.id).run(in: writer) }
  }
}
