public import Cairn
import CairnActions
public import CairnStore

/// A test's actions on a log, in terms of a person.
///
/// Times are UTC on the day of the scratch clock: `20:00` or `20:00:30`.
public struct Scenario: Sendable {
  /// The log and its clock.
  public let scratch: ScratchLog
  /// The IANA name of the person's time zone.
  public var zone: String

  /// Creates a scenario on a log.
  public init(_ scratch: ScratchLog, zone: String = "UTC") {
    self.scratch = scratch
    self.zone = zone
  }

  /// The log.
  public var log: Log { scratch.log }

  /// Sets the clock to a time on its current day.
  public func at(_ time: String) {
    scratch.clock.set(to: instant(time))
  }

  /// Returns the instant of a UTC time on the day of the scratch clock.
  public func instant(_ time: String) -> Instant {
    let day = ZoneRules.utc.day(at: scratch.clock.now)
    let text = "\(day.text)T\(time)\(time.utf8.count == 5 ? ":00" : "")Z"
    guard let instant = Instant(text: text) else {
      preconditionFailure("\(time) is no time of a day")
    }
    return instant
  }

  /// Parses segments such as `20:00-20:30 20:40-21:15`.
  public func segments(_ text: String) -> [Segment] {
    text.split(separator: " ").map { part in
      let times = part.split(separator: "-").map { instant(String($0)) }
      precondition(times.count == 2, "\(part) is not a time range")
      return Segment(start: times[0], end: times[1])
    }
  }
}

// MARK: - Books

extension Scenario {
  /// Adds a book to the shelf.
  public func add(
    _ title: String,
    pages: Int64? = nil,
    status: ReadingStatus = .toRead
  ) async throws -> Identifier<Entry> {
    let zone = zone
    let new = NewBook(title: title, pages: pages, status: status)
    return try await log.write { try AddBook(new, zone: zone).run(in: $0).entry.id }
  }

  /// Changes the status of a book.
  public func changeStatus(_ status: ReadingStatus, _ book: Identifier<Entry>) async throws {
    let zone = zone
    try await log.write { try ChangeStatus(status, book, zone: zone).run(in: $0) }
  }
}

// MARK: - Sessions

extension Scenario {
  /// Starts a reading session now.
  @discardableResult
  public func start(_ book: Identifier<Entry>) async throws -> Session<Reading> {
    let zone = zone
    return try await log.write("Start") { writer in
      try writer.startReading(book, at: writer.now, zone: zone)
    }
  }

  /// Pauses a session now.
  public func pause(_ id: SessionID) async throws {
    try await log.write("Pause") { writer in
      try writer.change(id, as: NoDetail.self) { (session) throws(CairnError) in
        try session.pause(at: writer.now)
      }
    }
  }

  /// Resumes a session now.
  public func resume(_ id: SessionID) async throws {
    try await log.write("Resume") { writer in
      try writer.change(id, as: NoDetail.self) { (session) throws(CairnError) in
        try session.resume(at: writer.now)
      }
    }
  }

  /// Stops a reading session now.
  @discardableResult
  public func stop(
    _ id: SessionID,
    page: Int64? = nil,
    allowShort: Bool = false
  ) async throws -> Session<Reading> {
    let zone = zone
    return try await log.write("Stop") { writer in
      try writer.endReading(
        id,
        position: { (book) throws(CairnError) in
          try page.map { (page) throws(CairnError) in try book.page(page) }
        },
        at: writer.now,
        zone: zone,
        allowShort: allowShort
      )
    }
  }

  /// Deletes a session, open or ended.
  public func delete(_ id: SessionID) async throws {
    try await log.write("Delete a session") { try $0.delete(SessionRecord.kind, id.record) }
  }

  /// Tracks past reading, for example `20:00-21:15`.
  @discardableResult
  public func track(
    _ book: Identifier<Entry>,
    _ times: String,
    pages: Int64? = nil,
    page: Int64? = nil,
    adjust: Bool = false,
    allowShort: Bool = false
  ) async throws -> Session<Reading> {
    let (segments, zone) = (segments(times), zone)
    return try await log.write("Track") { writer in
      try writer.trackReading(
        book,
        segments,
        zone: zone,
        note: nil,
        pages: pages,
        reaching: { (book) throws(CairnError) in
          try page.map { (page) throws(CairnError) in try book.page(page) }
        },
        adjust: adjust,
        allowShort: allowShort
      )
    }
  }
}
