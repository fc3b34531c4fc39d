import Cairn
import CairnActions
import CairnReports
import CairnStore
import CairnTestKit
import Foundation

@testable import CairnCLI

/// A random history of reading, with the stored sessions.
struct RawHistory {
  let log: Log
  let today: LocalDay
  /// The ended sessions.
  var rows: [SessionRow] = []
  private var known: [SessionID: [DayShare]] = [:]
  var hour: Int64 = 0
  /// The format of the edition each session was read in.
  private(set) var formats: [SessionID: String] = [:]
  /// The page count of that edition at the time.
  private var wholes: [SessionID: Int64] = [:]

  private static let zones = [
    "UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe",
  ]

  /// Fills a log over a year and a half, and edits some of the sessions.
  init(_ scratch: ScratchLog, _ random: inout SeededGenerator) async throws {
    log = scratch.log
    today = ZoneRules.utc.day(at: scratch.clock.now)
    let sessions = try await fill(scratch.clock.now, &random)
    hour = Int64.random(in: 0...5, using: &random)
    try await log.set("dayStartHour", to: "\(hour)")
    try await log.set("weekStart", to: WeekStart.all.randomElement(using: &random)?.name)
    for id in sessions.shuffled(using: &random).prefix(12) {
      // A change is refused, without effect, if another session occupies the time.
      do { try await change(id, &random) } catch let error as CairnError
        where error.code == "session.overlap"
      {}
    }
    for _ in 0..<3 { _ = try? await log.undo() }
    hour = try await log.dayStartHour()
    rows = try await log.sessions(SessionFilter(limit: .max)).filter { $0.endedAt != nil }
    for row in rows {
      if let detail = try await log.session(row.id, as: Reading.self)?.detail {
        wholes[row.id] = detail.pageCount
        formats[row.id] = try await format(of: detail)
      }
      let zone = SystemZones.rules(row.zone) ?? .utc
      known[row.id] = row.timeline.shares(zone: zone, dayStartHour: hour, amount: row.amount)
    }
  }

  /// Returns the format of the session's edition, or of the book's first edition.
  private func format(of detail: Reading) async throws -> String? {
    let editions = try await log.editions(of: detail.entry).map(\.edition)
    let first = editions.first { $0.format != "audio" } ?? editions.first
    return (editions.first { $0.id == detail.edition } ?? first)?.format
  }

  private func fill(_ now: Instant, _ random: inout SeededGenerator) async throws -> [SessionID] {
    var ids: [SessionID] = []
    for number in 0..<4 {
      let pages: Int64? = number == 3 ? nil : Int64.random(in: 200...900, using: &random)
      let format = ["paperback", "ebook", nil, "ebook"][number]
      let sessions = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        TemporaryFile(now, pages ?? 300, &random)
      }
      ids += try await log.write("Fill") { writer in
        var book = try AddBook(
          NewBook(title: "Book \(number)", pages: pages, status: .reading),
          zone: "UTC"
        ).run(in: writer)
        book.edition?.format = format
        try writer.save(book)
        if pages != nil { try writer.reach(book.page(100), in: book.entry.id, today: self.today) }
        var other = EditionEdit()
        (other.format, other.pages) = ("audio", 700)
        let second = try AddEdition(other, to: book.entry.id, uses: true).run(in: writer)
        return try sessions.map { try $0.save(book, second, in: writer) }
      }
    }
    return ids
  }

  private func change(_ id: SessionID, _ random: inout SeededGenerator) async throws {
    let choice = Int.random(in: 0...3, using: &random)
    let days = Int64.random(in: -40...0, using: &random)
    try await log.write("Change") { writer in
      if choice == 0 { return try writer.delete(SessionRecord.kind, id.record) }
      try writer.change(id, as: Reading.self) { (session) throws(CairnError) in
        switch choice {
        case 1: try session.move(to: session.timeline.start + .hours(24 * days))
        case 2: try session.sessionContext.setMoodAfter(nil)
        default: session.detail.pages = nil
        }
      }
    }
  }

  /// A session to add, in whole minutes.
  private struct TemporaryFile {
    var segments: [Segment] = []
    let zone: String
    let pages: Int64?
    var sessionContext = SessionContext()

    init(_ now: Instant, _ pages: Int64, _ random: inout SeededGenerator) {
      var time = now - .minutes(.random(in: 3_000...800_000, using: &random))
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let end = time + .minutes(.random(in: 0...90, using: &random))
        segments.append(Segment(start: time, end: end))
        time = end + .minutes(.random(in: 0...20, using: &random))
      }
      zone = RawHistory.zones.randomElement(using: &random) ?? "UTC"
      self.pages = [nil, 0, 20, 45].randomElement(using: &random) ?? nil
      try? sessionContext.setMoodBefore([nil, 2, 5].randomElement(using: &random) ?? nil)
      try? sessionContext.setMoodAfter([nil, 1, 4].randomElement(using: &random) ?? nil)
      sessionContext.setPlace([nil, "home", "train"].randomElement(using: &random) ?? nil)
      if Bool.random(using: &random) { try? sessionContext.tags.add("beach") }
    }

    func save(_ book: Book, _ other: Edition, in writer: LogWriter) throws -> SessionID {
      var detail = Reading(
        entry: book.entry.id,
        readThrough: book.readThroughs[0].id,
        startPosition: nil,
        pageCount: nil
      )
      detail.pages = pages
      switch segments.count {
      case 1: (detail.edition, detail.pageCount) = (other.id, other.pages)
      case 2: (detail.edition, detail.pageCount) = (book.edition?.id, book.pages)
      default: break
      }
      var session = Session(
        id: SessionID(writer.newID()),
        detail: detail,
        timeline: try Timeline(ended: segments),
        zone: zone
      )
      session.sessionContext = sessionContext
      if !session.pauses.isEmpty { try session.setReasonOfLastPause(pages == 20 ? "phone" : nil) }
      try writer.save(session)
      return session.id
    }
  }
}

extension RawHistory {
  /// Returns the shares of a session per day.
  func shares(_ row: SessionRow) -> [DayShare] { known[row.id] ?? [] }

  /// Returns the seconds, pages, sessions and days of the sessions on the given days.
  func sums(_ rows: [SessionRow], _ days: ClosedRange<LocalDay>?) -> [Int64] {
    let shares = rows.flatMap(self.shares).filter { days?.contains($0.day) ?? true }
    return [
      shares.reduce(0) { $0 + $1.time.count }, shares.reduce(0) { $0 + $1.amount },
      Int64(listed(rows, days).count),
      Int64(Set(shares.filter { $0.time > .zero }.map(\.day)).count),
    ]
  }

  /// Returns the pages of the sessions on a day, converted to an edition of `pages` pages.
  func pages(_ rows: [SessionRow], on day: LocalDay, of pages: Int64?) -> Int64 {
    Dictionary(grouping: rows) { wholes[$0.id] }.reduce(0) { sum, part in
      let read = part.value.flatMap(shares).filter { $0.day == day }.reduce(0) { $0 + $1.amount }
      guard let whole = part.key, let pages, read > 0 else { return sum + read }
      return sum + max(1, read * pages / whole)
    }
  }

  /// Returns the sessions that started on the given days.
  func listed(_ rows: [SessionRow], _ days: ClosedRange<LocalDay>?) -> [SessionRow] {
    rows.filter { days?.contains($0.day) ?? true }
  }

  /// Returns the pace of sessions with pages and time in hundredths, their number, and that of the others.
  func pace(_ rows: [SessionRow]) -> [Int64?] {
    let counted = rows.filter { ($0.amount ?? 0) > 0 && $0.active > .zero }
    let pages = counted.reduce(0) { $0 + ($1.amount ?? 0) }
    let time = counted.reduce(0) { $0 + $1.active.count }
    return [
      counted.isEmpty ? nil : pages * 360_000_000 / time, Int64(counted.count),
      Int64(rows.count - counted.count),
    ]
  }
}
