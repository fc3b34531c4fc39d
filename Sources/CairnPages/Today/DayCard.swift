import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// The day so far: its time beside a ring that closes at the goal, and the sessions in it as stones.
struct DayCard {
  let today: Today

  private var total: Milliseconds { today.figures.totals.time }

  /// The daily goal in minutes, or nil.
  private var goal: Int64? {
    today.goals.first { $0.cadence == .daily && $0.measure == .minutes }?.target
  }

  var html: HTML {
    """
    <section class="card hero" aria-labelledby="day">
    <div><h2 id="day" class="hidden">Today</h2>
    <dl><div class="lead"><dt class="hidden">tracked</dt><dd>\(total.hoursAndMinutes)</dd></div>
    \(fragment: today.figures.pages > 0 ? pages : nil)</dl>
    <p>\(sentence)</p></div>
    \(fragment: DayRing(today.ended, total: total, goal: goal).html)
    \(fragment: today.ended.isEmpty ? nil : sessions)
    \(fragment: overlaps)
    \(fragment: today.figures.netTime.text.map { _ in Definition([Insight.netTime.definition]).html })
    </section>
    """
  }

  private var pages: HTML {
    """
    <div><dd>\(today.figures.pages)</dd><dt>\(today.figures.pages == 1 ? "page" : "pages")</dt></div>
    """
  }

  private var sentence: String {
    guard let goal else { return count }
    let left = goal - total.wholeMinutes
    return left > 0
      ? "\(Milliseconds.minutes(left).hoursAndMinutes) to go. \(count)" : "Goal reached. \(count)"
  }

  private var count: String {
    let sessions = today.figures.totals.sessions
    guard sessions > 0 else {
      return total > .zero ? "From a session that started yesterday." : "No sessions yet today."
    }
    let netTime = today.figures.netTime.text.map { "; \($0)" } ?? ""
    return "In \(counted(sessions, "session"))\(netTime)."
  }

  /// The newest sessions, each a link, and one to all of the day.
  private var sessions: HTML {
    let more = today.ended.count - Self.most
    return """
      <ul class="legend" aria-label="Sessions today">\(fragment: HTML(today.ended.prefix(Self.most).map(line)))
      \(fragment: more > 0 ? "<li><a href=\"/history\">\(more) more in the log</a></li>" : nil)</ul>
      """
  }

  private static let most = 3

  private func line(_ row: SessionRow) -> HTML {
    let clock = WallClock(zone: today.clock.zone, now: row.startedAt)
    let times = "\(clock.time(row.startedAt))–\(row.endedAt.map { clock.time($0) } ?? "")"
    return """
      <li class="\(Hue(row.kind).name)"><span class="dot"></span><a href="\(row.path)"><bdi>\(row.subject)</bdi></a>
      <span class="quiet">\(times)\(row.done(today.modules).map { " · \($0)" } ?? "")</span>
      <strong>\(row.active < .minutes(1) ? "under 1m" : row.active.hoursAndMinutes)</strong></li>
      """
  }

  /// A notice with the number of sessions that overlap.
  private var overlaps: HTML? {
    let rows = today.sessionsToday
    let count = rows.count { row in rows.contains { $0.id != row.id && $0.overlaps(row) } }
    guard count > 0 else { return nil }
    return """
      <p class="quiet"><a href="/conflicts">\(count) sessions overlap, and all count.</a></p>
      """
  }
}

/// A ring of the day's time by kind, around its sessions as a cairn.
struct DayRing {
  private let sessions: [SessionRow]
  private let total: Milliseconds
  private let goal: Int64?

  /// Creates the ring of sessions, newest first.
  init(_ sessions: [SessionRow], total: Milliseconds, goal: Int64?) {
    (self.sessions, self.total, self.goal) = (sessions.reversed(), total, goal)
  }

  private var kinds: [(kind: SessionKind, time: Milliseconds)] {
    KindTimes(sessions.map { ($0.kind, $0.active) }).all
  }

  /// The time at which the ring is closed: the goal, or all of it without one.
  private var whole: Milliseconds {
    max(goal.map { .minutes($0) } ?? total, total, Milliseconds(1))
  }

  var html: HTML {
    """
    <svg class="dayring" viewBox="0 0 1760 1760" role="img" aria-label="\(label)">\
    <circle class="ring-rest" cx="880" cy="880" r="780" pathLength="1000"/>\(fragment: HTML(arcs))\
    <path class="ground" d="M340 1295H1420"/>\(fragment: HTML(stones))</svg>
    """
  }

  private var label: String {
    let parts = kinds.map { "\($0.time.length) \($0.kind.name)" }
    let of = goal.map { " of \(Milliseconds.minutes($0).hoursAndMinutes)" } ?? ""
    return "\(total.hoursAndMinutes)\(of)"
      + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
  }

  private var arcs: [HTML] {
    var start: Int64 = 0
    return kinds.map { kind, time in
      let length = proportion(time.count, 1_000, whole.count)
      defer { start += length }
      return """
        <circle class="arc \(Hue(kind).name)" cx="880" cy="880" r="780" pathLength="1000" \
        stroke-dasharray="\(length) 1000" stroke-dashoffset="\(-start)" transform="rotate(-90 880 880)"/>
        """
    }
  }

  /// The stones in the order of the day, the first at the bottom; beyond seven, the first ones are one.
  private var stones: [HTML] {
    let rest = sessions.suffix(6)
    let first = sessions.dropLast(6)
    var all = rest.map { (hue: Hue($0.kind), time: $0.active, seed: Self.seed($0)) }
    if let bottom = first.last {
      let time = first.reduce(Milliseconds.zero) { $0 + $1.active }
      all.insert((Hue(bottom.kind), time, Self.seed(bottom)), at: 0)
    }
    var base = 1_285
    return all.enumerated().map { index, stone in
      let width = Self.width(stone.time, below: index)
      let height = max(70, width * 28 / 100)
      defer { base -= height * 94 / 100 }
      return Stone(centre: 880, base: base, width: width, height: height, seed: stone.seed)
        .html("stone \(stone.hue.name)")
    }
  }

  /// Returns the width of a stone: it grows with the root of the minutes, and shrinks with the stones below.
  private static func width(_ time: Milliseconds, below: Int) -> Int {
    let minutes = Double(max(60_000, time.count)) / 60_000
    let width = min(1_040, 196 * minutes.squareRoot())
    return max(180, Int((0..<below).reduce(width) { width, _ in width * 0.86 }))
  }

  /// A session keeps the shape of its stone.
  private static func seed(_ row: SessionRow) -> UInt32 {
    row.id.record.text.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}

/// The time of each kind among some sessions, in the order of their first ones.
struct KindTimes {
  private(set) var all: [(kind: SessionKind, time: Milliseconds)] = []

  init(_ sessions: [(kind: SessionKind, time: Milliseconds)]) {
    for (kind, time) in sessions {
      if let index = all.firstIndex(where: { $0.kind == kind }) {
        all[index].time = all[index].time + time
      } else {
        all.append((kind, time))
      }
    }
  }
}
