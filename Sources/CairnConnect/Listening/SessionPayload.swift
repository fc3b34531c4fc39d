import Cairn
import CairnStore

/// A listening session as an app reports it.
struct SessionPayload: Sendable {
  /// The app's id of the story.
  let story: String
  private let name: String?
  private let report: ListeningReport
  private let isCompleted: Bool

  /// Returns the app's id of the story, which is checked first; throws a ``DialectError``.
  static func story(_ body: ConnectedBody) throws -> String {
    guard let story = try body.text("storyId", limit: 200), !story.isEmpty else {
      throw DialectError.invalid("Missing required fields: storyId")
    }
    return story
  }

  /// Parses the body in the order of validation (spec/listening.md 1.3); throws a ``DialectError``.
  ///
  /// `key` is the idempotency key, which identifies a session without an id.
  init(_ body: ConnectedBody, key: String?, now: Instant) throws {
    story = try Self.story(body)
    let times = try SessionTimes(body, now: now)
    report = ListeningReport(
      start: times.start ?? now,
      isStartReported: times.start != nil,
      end: times.end,
      seconds: times.seconds,
      rate: try Self.rate(body)
    )
    isCompleted = try body.bool("completed") ?? false
    let id = try body.text("id", limit: 200)
    name = id.flatMap { $0.isEmpty ? nil : $0 } ?? key
  }

  /// Returns the playback speed in hundredths; nil outside 0.5 to 4.
  private static func rate(_ body: ConnectedBody) throws -> Int64? {
    guard let rate = try body.number("rate"), (0.5...4).contains(rate) else { return nil }
    return Int64((rate * 100).rounded())
  }

  /// Stores the session; throws the errors of ``LogWriter/upsert(_:)``, and a ``DialectError`` for a time in the
  /// future.
  func upsert(in writer: LogWriter, zone: String) throws -> UpsertResult {
    let story = try writer.storyEvenIfDeleted(Story.id(client: story))
    var counted = report
    counted.cap(story.duration)
    try SessionTimes.requirePast(counted, now: writer.now)
    return try writer.upsert(
      ReportedSession(name, story: story.id, report, isCompleted: isCompleted, zone: zone),
      of: story
    )
  }

  /// Returns the response for a session the person deleted: the reported values and `deleted`.
  ///
  /// It is a success, so that the app stops retrying.
  func deleted(_ id: SessionID, _ user: String, _ now: Instant) -> ListeningSessionReport {
    ListeningSessionReport(
      id: id,
      user: user,
      story: story,
      start: report.start,
      end: report.end,
      seconds: report.seconds,
      isCompleted: isCompleted,
      created: now,
      updated: now,
      isDeleted: true
    )
  }
}

/// The start, end and duration of a reported session.
struct SessionTimes: Sendable {
  let start: Instant?
  let end: Instant?
  let seconds: Int64?

  /// The tolerance for phone clocks, which can be wrong by a day; later times would distort streaks.
  private static let ahead = Milliseconds.hours(24)

  init(_ body: ConnectedBody, now: Instant, knownStart: Instant? = nil) throws {
    start = try body.instant("startedAt")
    try Self.require(start, "startedAt", now)
    end = try body.instant("endedAt")
    if let end, end <= start ?? knownStart ?? now {
      throw DialectError.invalid("endedAt must be after startedAt")
    }
    try Self.require(end, "endedAt", now)
    seconds = try body.number("duration").map { Int64($0.rounded(.down)) }
    if let seconds, seconds < 0 { throw DialectError.invalid("Duration must be a positive number") }
    if let seconds, seconds > ListeningReport.maxSeconds {
      throw DialectError.invalid("Duration must be at most \(ListeningReport.maxSeconds) seconds")
    }
  }

  private static func require(_ time: Instant?, _ name: String, _ now: Instant) throws {
    guard let time else { return }
    if time > now + ahead { throw DialectError.invalid("\(name) must not be in the future") }
    if time < .earliest { throw DialectError.invalid("\(name) must not be before 2000") }
  }

  static func requirePast(_ report: ListeningReport, now: Instant) throws {
    guard report.counted ?? 0 <= 4_000_000_000 else { throw aheadOfTime }
    try requirePast(report.timeline().end, now: now)
  }

  static func requirePast(_ end: Instant?, now: Instant) throws {
    if let end, end > now + ahead { throw aheadOfTime }
  }

  private static let aheadOfTime = DialectError.invalid("Duration must not reach into the future")
}
