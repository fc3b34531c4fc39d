import Cairn
import CairnStore
import CairnTestKit

/// One step of a random history: time passes and a person acts.
///
/// It has only numbers, which select among the existing records when it runs, so a history stays valid if steps are
/// left out.
struct Step: Sendable, CustomStringConvertible {
  enum Action: String, CaseIterable, Sendable {
    case addBook, changeStatus, setPages, deleteBook, read, swim, pause, resume, end, track,
      trackSwim
    case dates, reread, dropReading, sit, reason
    case resize, move, note, split, merge, delete, dayStartHour, autoFinish, undo, undoOlder, redo
  }

  let action: Action
  /// The milliseconds that pass first; negative if the clock is set back.
  let wait: Int64
  private let zone: String
  private let a: Int64
  private let b: Int64
  private let c: Int64

  var description: String { "\(action)(\(a), \(b), \(c)) after \(wait / 1_000) s in \(zone)" }

  /// Actions weighted by how often people do them.
  private static let often: [Action] = [
    .addBook, .addBook, .read, .read, .read, .swim, .pause, .resume, .end, .end, .track, .track,
    .track, .track, .trackSwim, .trackSwim, .undo, .redo, .changeStatus, .merge, .resize, .split,
    .sit,
    .reason,
  ]

  private static let zones = [
    "UTC", "Europe/Berlin", "America/New_York", "Pacific/Apia", "Asia/Kathmandu",
    "Pacific/Kiritimati", "Australia/Lord_Howe",
  ]

  init(random: inout SeededGenerator) {
    let actions = Action.allCases + Self.often
    action = actions[Int.random(in: actions.indices, using: &random)]
    switch Int.random(in: 0..<20, using: &random) {
    case 0: wait = -.random(in: 0...7_200_000, using: &random)
    case 1: wait = .random(in: 0...60_000, using: &random)
    case 2: wait = 0
    default: wait = .random(in: 60_000...9_000_000, using: &random)
    }
    zone = Self.zones[Int.random(in: Self.zones.indices, using: &random)]
    a = .random(in: 0...1_000_000_000, using: &random)
    b = .random(in: 0...1_000_000_000, using: &random)
    c = .random(in: 0...1_000_000_000, using: &random)
  }
}

// MARK: - Interpretation

/// The records that a step can select.
struct Choices: Sendable {
  var books: [Identifier<Entry>] = []
  var sessions: [(id: SessionID, kind: SessionKind, timeline: Timeline)] = []
  var lines = 0
  var now: Instant
  var zone = "UTC"
}

extension Step {
  /// Advances the clock and changes the place.
  func move(_ now: inout Instant, _ place: inout String) {
    now = now + Milliseconds(wait)
    if a % 3 == 0 { place = zone }
  }

  /// Returns the selected command; nil if there is no suitable record.
  func command(among choices: Choices) -> Command? {
    switch action {
    case .addBook: .addBook(title: "Book \(a % 9)", pages: b % 3 == 0 ? nil : 20 + b % 300, status)
    case .dayStartHour: .setting(.dayStartHour, a % 5 == 0 ? nil : "\(a % 24)")
    case .autoFinish: .setting(.autoFinish, a % 3 == 0 ? nil : a % 2 == 0 ? "yes" : "no")
    case .swim: .swim(pool: pool, at: start(choices.now))
    case .trackSwim:
      .trackSwimming(
        pool: pool,
        segments(before: choices.now),
        laps: c % 4 == 0 ? nil : c % 90,
        adjust: adjusts
      )
    case .undo: .undo(line: nil)
    case .redo: .redo
    case .undoOlder: choices.lines == 0 ? nil : .undo(line: Int(a) % choices.lines)
    case .changeStatus, .setPages, .deleteBook, .read, .track: bookCommand(among: choices)
    case .dates, .reread, .dropReading: readingsCommand(among: choices)
    case .pause, .resume, .end: timerCommand(among: choices)
    default: sessionCommand(among: choices)
    }
  }

  private func bookCommand(among choices: Choices) -> Command? {
    guard let book = pick(choices.books, a) else { return nil }
    switch action {
    case .changeStatus: return .changeStatus(status, book)
    case .setPages: return .setPages(1 + b % 400, book)
    case .deleteBook: return .deleteBook(book)
    case .read: return .read(book, at: start(choices.now))
    default:
      let page = b % 3 == 0 ? b % 330 : nil
      let pages = b % 3 == 1 ? c % 40 : nil
      let segments = segments(before: choices.now)
      return .trackReading(book, segments, pages: pages, page: page, adjust: adjusts)
    }
  }

  private func readingsCommand(among choices: Choices) -> Command? {
    guard let book = pick(choices.books, a) else { return nil }
    let date = date(choices.now)
    switch action {
    case .reread: return .readings(book, b % 2 == 0 ? .again : .earlier(date))
    case .dropReading: return .readings(book, .delete(Int(c)))
    default:
      var edits = DateEdits()
      if b % 3 > 0 { edits.started = b % 3 == 1 ? .set(date) : .clear }
      if c % 3 > 0 { edits.finished = c % 3 == 1 ? .set(date) : .clear }
      return .readings(book, .date(edits, Int(c / 3)))
    }
  }

  /// Returns a day near the current one, its month, or its year.
  private func date(_ now: Instant) -> PartialDay {
    let day = ZoneRules.utc.day(at: now) - Int32(b % 40) + 2
    let vague =
      c % 4 == 0 ? PartialDay(year: day.year) : PartialDay(year: day.year, month: day.civil.month)
    return (c % 2 == 0 ? vague : nil) ?? PartialDay(day)
  }

  /// Returns a timer command, mostly for an open session.
  private func timerCommand(among choices: Choices) -> Command? {
    let open = choices.sessions.filter { $0.timeline.end == nil }
    guard let session = pick(open, a) ?? (b % 5 == 0 ? pick(choices.sessions, a) : nil) else {
      return nil
    }
    switch action {
    case .pause: return .pause(session.id)
    case .resume: return .resume(session.id)
    case _ where session.kind == Reading.kind:
      return .endReading(session.id, page: b % 3 == 0 ? nil : b % 330, allowShort: c % 2 == 0)
    default: return .endSwimming(session.id, laps: b % 90, allowShort: c % 2 == 0)
    }
  }

  private func sessionCommand(among choices: Choices) -> Command? {
    guard let session = pick(choices.sessions, a) else { return nil }
    let span = session.timeline.span(until: choices.now)
    let some = Milliseconds(c % 7_200_000 - 3_600_000)
    switch action {
    case .resize:
      let start = b % 2 == 0 ? span.lowerBound + some : nil
      let end = b % 3 == 0 ? span.upperBound + some : nil
      return .resize(session.id, start: start, end: end, adjust: adjusts)
    case .move:
      let start = span.lowerBound + Milliseconds(some.count * 20)
      return .move(session.id, to: start, adjust: adjusts)
    case .note: return .note(session.id, "note \(b % 3)")
    case .sit:
      let moods = [b, c].map { $0 % 7 == 0 ? nil : 1 + $0 % 5 }
      let place = ["home", "train", nil][Int(b % 3)]
      return .sit(session.id, moodBefore: moods[0], moodAfter: moods[1], place: place)
    case .reason: return .reason(session.id, ["phone", " the  door ", "", nil][Int(b % 4)])
    case .split:
      let length = (span.upperBound - span.lowerBound).count
      let cut = span.lowerBound + Milliseconds(c % max(1, length))
      return .split(session.id, session.kind, at: cut)
    case .merge:
      let others = choices.sessions.filter { $0.kind == session.kind && $0.id != session.id }
      return .merge(session.id, (pick(others, b) ?? session).id, session.kind)
    default: return .deleteSession(session.id)
    }
  }

  private var status: ReadingStatus { ReadingStatus.all[Int(c) % ReadingStatus.all.count] }
  private var pool: String { b % 4 == 0 ? "Lake" : "Lido" }
  private var adjusts: Bool { c % 2 == 0 }

  private func start(_ now: Instant) -> Instant {
    b % 4 == 0 ? now - Milliseconds(c % 3_600_000) : now
  }

  /// Returns one or two segments within the last day.
  private func segments(before now: Instant) -> [Segment] {
    let start = now - Milliseconds(a % 86_400_000)
    let end = start + Milliseconds(b % 9_000_000)
    let first = Segment(start: start, end: end)
    guard c % 3 == 0 else { return [first] }
    let again = end + Milliseconds(c % 1_200_000)
    return [first, Segment(start: again, end: again + Milliseconds(a % 3_600_000))]
  }

  private func pick<Entity>(_ things: [Entity], _ number: Int64) -> Entity? {
    things.isEmpty ? nil : things[Int(number) % things.count]
  }
}

extension Model {
  /// The existing records, and sometimes deleted books, which are rejected.
  var choices: Choices {
    let keys = things.filter { $0.key.kind == Entry.recordKind }
    let live = keys.filter { $0.value.deletion == nil }
    let books = lines.count % 11 == 0 ? keys : live
    return Choices(
      books: books.map { Identifier($0.key.id) }.sorted(),
      sessions: sessions.map { ($0.id, $0.kind, $0.timeline) },
      lines: lines.count,
      now: now,
      zone: zone
    )
  }

  var sessions: [Session<NoDetail>] { all(Session<NoDetail>.self).sorted { $0.id < $1.id } }
}
