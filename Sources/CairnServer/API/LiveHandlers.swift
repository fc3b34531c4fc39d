import Cairn
import CairnJSON
import CairnReports
import CairnStore

/// The handler of `/api/v1/live`: the current session for a lock screen or widget.
enum LiveHandlers {
  private static let fields: JSONFields<LiveSession?> = [.init("session") { $0 }]

  static let show = Endpoint(
    "Get a summary of the session in progress; null if there is none.",
    query: [
      SchemaField(
        "kind",
        .choice([Reading.kind.name, Climbing.kind.name, Listening.kind.name]),
        "only this kind, if several sessions are in progress"
      )
    ],
    gives: fields
  ) { context in
    let kind = context.query.text("kind")
    let open = try await context.log.openSessions()
    guard let row = open.first(where: { kind == nil || $0.kind.name == kind }) else {
      return nil
    }
    let climbs = row.climbing == nil ? [] : try await context.log.climbs(of: row.id)
    let device = try await context.log.activeDevice(of: [row.id])[row.id] ?? .here
    return LiveSession(row: row, climbs: climbs, device: device, now: context.now)
  }
}

/// A session in progress.
private struct LiveSession: JSONModel {
  let row: SessionRow
  let climbs: [ClimbRow]
  let device: ActiveDevice
  let now: Instant

  static let fields = JSONFields<LiveSession>(
    named: "LiveSession",
    [
      .init("id", \.row.id),
      .init("kind", \.row.kind.name),
      .init("title", \.row.title),
      .init("discipline") { $0.row.climbing?.discipline },
      .init("started_at", \.row.startedAt),
      .init("state", .choice(["running", "paused"])) { TimerState($0.row.timeline).name },
      .init("device", .choice(["here", "moved", "elsewhere"]), \.device.name),
      .init("active_seconds") { $0.row.timeline.active(until: $0.now) },
      .init("climbs") { $0.row.climbing?.climbs },
      .init("attempts") { $0.row.climbing?.attempts },
      .init("sends") { $0.row.climbing?.sends },
      .init("start_position_seconds") { $0.row.listening?.startPosition },
      .init("speed_hundredths") { $0.row.listening?.speed },
      .init("last_change", \.lastChange),
    ]
  )

  /// When the session was last started, paused, resumed or climbed in.
  private var lastChange: Instant {
    let stretches = row.timeline.segments.flatMap { [$0.start, $0.end].compactMap(\.self) }
    let climbed = climbs.flatMap { [$0.climb.at] + $0.attempts.map(\.at) }.compactMap(\.self)
    return (stretches + climbed).max() ?? row.startedAt
  }
}
