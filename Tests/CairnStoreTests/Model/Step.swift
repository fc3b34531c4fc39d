import Cairn
import CairnStore
import CairnTestKit

/// One step of a random history: some time passes, and a person does something.
///
/// It holds numbers only, which choose among what is there when it is taken; so a history stays a
/// history when steps are left out of it.
struct Step: Sendable, CustomStringConvertible {
  enum Action: String, CaseIterable, Sendable {
    case addBook, become, setPages, deleteBook, read, swim, pause, resume, end, track, trackSwim
    case resize, move, note, split, merge, delete, dayStartHour, autoFinish, undo, undoOlder, redo
  }

  let action: Action
  /// Milliseconds that pass first; negative when the clock is set back.
  let wait: Int64
  private let zone: String
  private let a: Int64
  private let b: Int64
  private let c: Int64

  var description: String { "\(action)(\(a), \(b), \(c)) after \(wait / 1_000) s in \(zone)" }

  /// What is done often comes often.
  private static let often: [Action] = [
    .read, .read, .swim, .pause, .resume, .end, .end, .track, .track, .track, .trackSwim, .undo,
    .undo, .redo, .become, .addBook,
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

// MARK: - What it means

extension Step {
  /// Moves the clock and the person.
  func move(_ model: inout Model) {
    model.now = model.now + Milliseconds(wait)
    if a % 3 == 0 { model.zone = zone }
  }

  /// What is done, or nil when there is nothing to do it with.
  func command(in model: Model) -> Command? {
    switch action {
    case .addBook: .addBook(title: "Book \(a % 9)", pages: b % 3 == 0 ? nil : 20 + b % 300, status)
    case .dayStartHour: .setting(.dayStartHour, a % 5 == 0 ? nil : "\(a % 24)")
    case .autoFinish: .setting(.autoFinish, a % 3 == 0 ? nil : a % 2 == 0 ? "yes" : "no")
    case .swim: .swim(pool: pool, at: start(model))
    case .trackSwim:
      .trackSwimming(pool: pool, segments(model), laps: c % 4 == 0 ? nil : c % 90, adjust: adjusts)
    case .undo: .undo(line: nil)
    case .redo: .redo
    case .undoOlder: model.lines.isEmpty ? nil : .undo(line: Int(a) % model.lines.count)
    case .become, .setPages, .deleteBook, .read, .track: bookCommand(in: model)
    default: sessionCommand(in: model)
    }
  }

  private func bookCommand(in model: Model) -> Command? {
    guard let book = pick(model.books, a) else { return nil }
    switch action {
    case .become: return .become(status, book)
    case .setPages: return .setPages(1 + b % 400, book)
    case .deleteBook: return .deleteBook(book)
    case .read: return .read(book, at: start(model))
    default:
      let page = b % 3 == 0 ? b % 330 : nil
      let pages = b % 3 == 1 ? c % 40 : nil
      return .trackReading(book, segments(model), pages: pages, page: page, adjust: adjusts)
    }
  }

  private func sessionCommand(in model: Model) -> Command? {
    guard let session = pick(model.sessions, a), let other = pick(model.sessions, b) else {
      return nil
    }
    let open = pick(model.sessions.filter { $0.timeline.end == nil }, a) ?? session
    let span = session.timeline.span(until: model.now)
    let some = Milliseconds(c % 7_200_000 - 3_600_000)
    switch action {
    case .pause: return .pause(open.id)
    case .resume: return .resume(open.id)
    case .end where open.kind == Reading.kind:
      return .endReading(open.id, page: b % 3 == 0 ? nil : b % 330, allowShort: c % 2 == 0)
    case .end: return .endSwimming(open.id, laps: b % 90, allowShort: c % 2 == 0)
    case .resize:
      let (start, end) = (span.lowerBound + some, span.upperBound + some)
      return .resize(
        session.id,
        start: b % 2 == 0 ? start : nil,
        end: b % 3 == 0 ? end : nil,
        adjust: adjusts
      )
    case .move:
      return .move(session.id, to: span.lowerBound + Milliseconds(some.count * 20), adjust: adjusts)
    case .note: return .note(session.id, "note \(b % 3)")
    case .split:
      let length = (span.upperBound - span.lowerBound).count
      return .split(
        session.id,
        session.kind,
        at: span.lowerBound + Milliseconds(c % max(1, length))
      )
    case .merge where other.kind == session.kind: return .merge(session.id, other.id, session.kind)
    case .merge: return nil
    default: return .deleteSession(session.id)
    }
  }

  private var status: ReadingStatus { ReadingStatus.all[Int(c) % ReadingStatus.all.count] }
  private var pool: String { b % 4 == 0 ? "Lake" : "Lido" }
  private var adjusts: Bool { c % 2 == 0 }

  private func start(_ model: Model) -> Instant {
    b % 4 == 0 ? model.now - Milliseconds(c % 3_600_000) : model.now
  }

  /// One or two stretches within the last day and a half.
  private func segments(_ model: Model) -> [Segment] {
    let start = model.now - Milliseconds(a % 130_000_000)
    let end = start + Milliseconds(b % 9_000_000)
    let first = Segment(start: start, end: end)
    guard c % 3 == 0 else { return [first] }
    let again = end + Milliseconds(c % 1_200_000)
    return [first, Segment(start: again, end: again + Milliseconds(a % 3_600_000))]
  }

  private func pick<Thing>(_ things: [Thing], _ number: Int64) -> Thing? {
    things.isEmpty ? nil : things[Int(number) % things.count]
  }
}

extension Model {
  /// Books that are there and, after them, those that were deleted: to be refused.
  fileprivate var books: [Identifier<Entry>] {
    let keys = things.filter { $0.key.kind == Entry.recordKind }
    let live = keys.filter { $0.value[RecordField.deleted] == .null }
    let shown = live.isEmpty || lines.count % 7 == 0 ? keys : live
    return shown.map { Identifier($0.key.id) }.sorted()
  }

  var sessions: [Session<NoDetail>] { all(Session<NoDetail>.self).sorted { $0.id < $1.id } }
}
