import Cairn
import CairnActions
import CairnStore

/// A made-up year of reading, listening and climbing, written to an empty log day by day up to now.
///
/// The result is deterministic: the same day always produces the same year.
struct DemoYear {
  private let zone: ZoneRules
  private let today: LocalDay
  private let now: Instant
  private var chance = DemoGenerator()
  private let clock: DemoClock
  private let log: Log

  /// The number of days in the demo.
  static let days: Int32 = 400

  /// Fills an empty log that uses the given clock.
  static func fill(_ log: Log, _ clock: DemoClock, zone: ZoneRules, now: Instant) async throws {
    var year = DemoYear(zone: zone, now: now, clock: clock, log: log)
    try await year.write()
    clock.set(now)
  }

  private init(zone: ZoneRules, now: Instant, clock: DemoClock, log: Log) {
    (self.zone, self.now, self.clock, self.log) = (zone, now, clock, log)
    today = zone.day(at: now)
  }

  private mutating func write() async throws {
    var day = today - Self.days
    clock.set(noon(day))
    try await setUp()
    for book in DemoBook.read {
      guard day <= today else { break }
      day = try await read(book, from: day) + 1
    }
    var climbing = DemoClimbing(zone: zone, days: (today - Self.days)...today, now: now)
    try await climbing.write(log, clock)
    var listening = DemoListening(zone: zone, days: (today - Self.days)...today, now: now)
    try await listening.write(log, clock)
    try await DemoFacts.write(log)
  }

  /// Adds the waiting books, goals and rest days.
  private func setUp() async throws {
    let (zone, first) = (zone.name, today - Self.days)
    let year = today.wholeYear.lowerBound
    try await log.write { writer in
      for (book, status) in DemoBook.waiting {
        try AddBook(book.new(status), zone: zone).run(in: writer)
      }
      try SetGoal(Goal(.minutes, .daily, target: 30, from: first)).run(in: writer)
      try SetGoal(Goal(.books, .yearly, target: 12, from: first)).run(in: writer)
      if year > first {
        try SetGoal(Goal(.books, .yearly, target: 15, from: year)).run(in: writer)
      }
      let rest = first + 150
      try ChangeRestDays(rest...(rest + 6), isResting: true).run(in: writer)
      writer.title = "Log started"
    }
  }

  /// Writes the sessions of a book and returns the day of the last one.
  private mutating func read(_ book: DemoBook, from first: LocalDay) async throws -> LocalDay {
    let sessions = sessions(of: book, from: first)
    guard let last = sessions.last else { return first }
    clock.set(noon(first))
    let zone = zone.name
    let id = try await log.write { try AddBook(book.new(), zone: zone).run(in: $0).entry.id }
    clock.set(min(now, noon(last.day) + .hours(12)))
    try await log.write { writer in
      for session in sessions { try session.track(id, writer, zone: zone) }
      writer.title = "Sessions tracked: “\(book.title)”"
    }
    if last.page == book.pages, let rating = book.rating { try await rate(id, rating) }
    return last.day
  }

  private func rate(_ id: Identifier<Entry>, _ rating: Int64) async throws {
    let zone = zone.name
    try await log.write { writer in
      var edit = BookEdit()
      edit.rating = rating
      try EditBook(id, edit).run(in: writer)
      var more = ReadingEdits()
      more.rating = rating
      try EditReading(of: id, DateEdits(), more, zone: zone).run(in: writer)
    }
  }

  /// Returns the sessions of a book, up to its end or to now.
  private mutating func sessions(of book: DemoBook, from first: LocalDay) -> [DemoSession] {
    var (sessions, page, day): ([DemoSession], Int64, LocalDay) = ([], 0, first)
    while page < book.pages, day <= today {
      for hour in hours(of: day) where page < book.pages {
        let start = instant(day, hour, minute: chance.number(0...45))
        let minutes = chance.number(18...75)
        guard start + .minutes(minutes + 12) < now else { continue }
        page = min(
          book.pages,
          page + max(1, minutes * book.speed * chance.number(80...120) / 6_000)
        )
        sessions.append(DemoSession(day, start, minutes, page, &chance, isMorning: hour < 9))
      }
      day = day + 1
    }
    return sessions
  }

  /// Returns the start hours on a day; rarely none, and then mostly on a Friday.
  private mutating func hours(of day: LocalDay) -> [Int64] {
    let isResting = (today - Self.days + 150...today - Self.days + 156).contains(day)
    if today.isAnniversary(day) { return [20] }
    let (luck, isWeekend) = (chance.number(0...99), day.weekday > 5)
    if isResting || luck < (day.weekday == 5 ? 45 : 14) { return [] }
    if isWeekend { return luck < 55 ? [chance.number(14...16)] : [10, 20] }
    return luck < 70 ? [chance.number(19...21)] : [7, 20]
  }

  private func noon(_ day: LocalDay) -> Instant { instant(day, 12, minute: 0) }

  private func instant(_ day: LocalDay, _ hour: Int64, minute: Int64) -> Instant {
    zone.instant(wallClock: Int64(day.number) * 86_400_000 + (hour * 60 + minute) * 60_000)
  }
}

/// One reading session of the demo.
private struct DemoSession {
  let day: LocalDay
  let page: Int64
  private let segments: [Segment]
  private let place: String
  private let mood: (before: Int64, after: Int64)?
  private let note: String?

  init(
    _ day: LocalDay,
    _ start: Instant,
    _ minutes: Int64,
    _ page: Int64,
    _ chance: inout DemoGenerator,
    isMorning: Bool
  ) {
    (self.day, self.page) = (day, page)
    let (middle, end) = (start + .minutes(minutes / 2), start + .minutes(minutes))
    let away = Milliseconds.minutes(chance.number(3...12))
    segments =
      chance.number(0...4) == 0
      ? [Segment(start: start, end: middle), Segment(start: middle + away, end: end + away)]
      : [Segment(start: start, end: end)]
    place = isMorning ? "train" : chance.number(0...6) == 0 ? "café" : "home"
    let before = chance.number(2...4)
    mood = chance.number(0...2) == 0 ? (before, min(5, before + chance.number(0...2))) : nil
    note = chance.number(0...24) == 0 ? Self.notes[Int(chance.number(0...4))] : nil
  }

  private static let notes = [
    "Hard to put down.", "A slow chapter.", "Read the last page twice.", "Rain all evening.",
    "Look up the places on a map.",
  ]

  func track(_ book: Identifier<Entry>, _ writer: LogWriter, zone: String) throws {
    let session = try writer.trackReading(
      book,
      segments,
      zone: zone,
      note: note,
      pages: nil,
      reaching: { (book) throws(CairnError) in try book.page(page) },
      adjust: false,
      allowShort: true
    )
    try writer.change(session.id, as: NoDetail.self) { (session) throws(CairnError) in
      session.sessionContext.setPlace(place)
      guard let mood else { return }
      try session.sessionContext.setMoodBefore(mood.before)
      try session.sessionContext.setMoodAfter(mood.after)
    }
  }
}

/// A clock that the demo moves through its year.
final class DemoClock: Sendable {
  private let time: LockedValue<Instant>

  init(_ time: Instant) {
    self.time = LockedValue(time)
  }

  var now: Instant { time.withLock { $0 } }

  func set(_ new: Instant) { time.withLock { $0 = new } }
}

/// Deterministic pseudo-random numbers (SplitMix64).
struct DemoGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64 = 2_026) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
    Int64.random(in: range, using: &self)
  }
}
