import Cairn
import Testing

/// Creates a book of 300 pages.
func book(pages: Int64? = 300) throws -> Book {
  let work = try Work(id: Identifier(RecordID(high: 5, low: 1)), title: "Emma")
  var entry = Entry(id: Identifier(RecordID(high: 3, low: 1)), work: work.id, added: nil)
  entry.rating = 16
  var edition = Edition(id: Identifier(RecordID(high: 6, low: 1)), work: work.id)
  edition.pages = pages
  return Book(work: work, entry: entry, edition: edition, readThroughs: [])
}

extension Book {
  /// Changes the status on a day, with a unique ID for a new read-through.
  mutating func changeStatus(_ status: ReadingStatus, on text: String) throws {
    let id = newID
    changeStatus(status, today: try day(text), newID: { id })
  }

  /// Sets the position on a day.
  @discardableResult
  mutating func reach(
    _ position: Position,
    finishesAtEnd: Bool = true,
    on text: String
  ) throws -> Bool {
    let id = newID
    return reach(position, finishesAtEnd: finishesAtEnd, today: try day(text), newID: { id })
  }

  private var newID: RecordID { RecordID(high: 4, low: UInt64(readThroughs.count + 1)) }

  /// The read-throughs, oldest first: start date, end date and outcome.
  var summaries: [String] {
    readThroughs.map { reading in
      let days = [reading.started, reading.finished ?? reading.stopped].map { $0?.short ?? "?" }
      return days.joined(separator: "–") + " " + (reading.outcome?.name ?? "open")
    }
  }
}

extension PartialDay {
  /// Day and month, `1.2.`; the text of the date if the day is unknown.
  fileprivate var short: String {
    day.map { "\($0.civil.day).\($0.civil.month)." } ?? text
  }
}

extension ReadingStatus {
  /// Returns a book with this status, reached through the usual statuses in February.
  func reached(pages: Int64? = 300) throws -> Book {
    var made = try book(pages: pages)
    if self == .wishlist || self == .toRead {
      made.setStatus(self)
      return made
    }
    try made.changeStatus(.reading, on: "2026-02-01")
    if self == .paused { try made.changeStatus(.paused, on: "2026-02-05") }
    if self == .read { try made.changeStatus(.read, on: "2026-02-18") }
    if self == .didNotFinish { try made.changeStatus(.didNotFinish, on: "2026-02-10") }
    return made
  }
}
