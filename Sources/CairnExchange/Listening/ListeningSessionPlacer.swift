import Cairn

/// The assignment of start times to imported sessions.
struct ListeningSessionPlacer {
  /// The issues of sessions that could not be placed.
  private(set) var issues: [RowIssue] = []
  private let zone: ZoneRules
  private let zones: (String) -> ZoneRules?
  private let now: Instant
  /// Time zones looked up so far, by name.
  private var known: [String: ZoneRules?] = [:]
  /// The end of the sessions placed so far on a day without times, by zone and day.
  private var ends: [ZonedDay: Instant] = [:]

  private struct ZonedDay: Hashable {
    let zone: String
    let day: LocalDay
  }

  /// A session with its timeline.
  struct TimedSession {
    let listen: ImportedListeningSession
    let timeline: Timeline
    let zone: String
  }

  init(zone: ZoneRules, zones: @escaping (String) -> ZoneRules?, now: Instant) {
    (self.zone, self.zones, self.now) = (zone, zones, now)
  }

  /// Returns nil and adds an issue for an invalid or future session.
  mutating func place(_ listen: ImportedListeningSession, _ title: String) -> TimedSession? {
    let rules = rules(listen.zone)
    let began =
      switch listen.time {
      case .instant(let instant): instant
      case .day(let day): start(on: day, rules, listen.length)
      }
    let stretch = Segment(start: began, end: began + listen.length)
    do throws(CairnError) {
      let timeline = try Timeline(ended: [stretch])
      try timeline.requirePast(now: now)
      return TimedSession(listen: listen, timeline: timeline, zone: rules.name)
    } catch {
      let message = "“\(title)” was skipped: \(error.message)"
      issues.append(RowIssue(line: listen.line, "import.listening_session", message))
      return nil
    }
  }

  /// Returns noon, or the end of the previous session, but early enough to end on that day if possible.
  private mutating func start(
    on day: LocalDay,
    _ rules: ZoneRules,
    _ length: Milliseconds
  ) -> Instant {
    let noon = Self.midnight(day, rules, hours: 12)
    let latest = Self.midnight(day + 1, rules, hours: 0) - length
    let place = ZonedDay(zone: rules.name, day: day)
    let start = max(min(ends[place] ?? noon, latest), Self.midnight(day, rules, hours: 0))
    ends[place] = start + length
    return start
  }

  private static func midnight(_ day: LocalDay, _ rules: ZoneRules, hours: Int64) -> Instant {
    rules.instant(wallClock: (Int64(day.number) * 24 + hours) * 3_600_000)
  }

  private mutating func rules(_ name: String?) -> ZoneRules {
    guard let name else { return zone }
    if let found = known[name] { return found ?? zone }
    let found = zones(name)
    known[name] = found
    return found ?? zone
  }
}
