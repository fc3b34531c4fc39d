import Cairn

/// Puts sittings in time.
struct ListenPlaces {
  /// What could not be put there.
  private(set) var issues: [RowIssue] = []
  private let zone: ZoneRules
  private let zones: (String) -> ZoneRules?
  private let now: Instant
  /// Zones that were looked up, by name.
  private var known: [String: ZoneRules?] = [:]
  /// Where the sittings of a day without hours have come to, by zone and day.
  private var ends: [Place: Instant] = [:]

  private struct Place: Hashable {
    let zone: String
    let day: LocalDay
  }

  /// A sitting with its stretch of time.
  struct TimedSession {
    let listen: ImportedListen
    let timeline: Timeline
    let zone: String
  }

  init(zone: ZoneRules, zones: @escaping (String) -> ZoneRules?, now: Instant) {
    (self.zone, self.zones, self.now) = (zone, zones, now)
  }

  /// Nil, and an issue, for a sitting that no log can have.
  mutating func place(_ listen: ImportedListen, _ title: String) -> TimedSession? {
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
      let message = "“\(title)” is left out: \(error.message)"
      issues.append(RowIssue(line: listen.line, "import.listen", message))
      return nil
    }
  }

  /// From noon on, or from where the one before ended, but all of it on that day if it has room.
  private mutating func start(
    on day: LocalDay,
    _ rules: ZoneRules,
    _ length: Milliseconds
  ) -> Instant {
    let noon = Self.midnight(day, rules, hours: 12)
    let latest = Self.midnight(day + 1, rules, hours: 0) - length
    let place = Place(zone: rules.name, day: day)
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
