import Cairn
import CairnHTTP
import CairnStore

/// The handler of `/api/v1/live`: the current session for a lock screen or widget.
enum LiveHandlers {
  static let show = Endpoint(
    "Get a summary of the session in progress; null if there is none.",
    query: [
      SchemaField(
        "kind",
        .choice([Reading.kind.name, Climbing.kind.name, Listening.kind.name]),
        "only this kind, if several sessions are in progress"
      )
    ],
    gives: .json(["session": .optional(.liveSession)])
  ) { context in
    let kind = context.query.text("kind")
    let open = try await context.log.openSessions()
    guard let row = open.first(where: { kind == nil || $0.kind.name == kind }) else {
      return HTTPResponse(.members(("session", .null)))
    }
    let climbs = row.climbing == nil ? [] : try await context.log.climbs(of: row.id)
    let device = try await context.log.activeDevice(of: [row.id])[row.id] ?? .here
    return HTTPResponse(.members(("session", row.live(climbs, device, at: context.now))))
  }
}

extension SessionRow {
  fileprivate func live(_ climbs: [ClimbRow], _ device: ActiveDevice, at now: Instant) -> JSON {
    .members(
      ("id", .string(id.record.text)),
      ("kind", .string(kind.name)),
      ("title", .text(title)),
      ("discipline", .text(climbing?.discipline?.name)),
      ("started_at", .string(startedAt.text)),
      ("state", .string(TimerState(timeline).name)),
      ("device", .string(device.name)),
      ("active_seconds", .integer(timeline.active(until: now).count / 1_000)),
      ("climbs", .number(climbing?.climbs)),
      ("attempts", .number(climbing?.attempts)),
      ("sends", .number(climbing?.sends)),
      ("start_position_seconds", .number(listening?.startPosition?.wholeSeconds)),
      ("speed_hundredths", .number(listening?.speed)),
      ("last_change", .string(lastChange(climbs).text))
    )
  }

  /// Returns when the session was last started, paused, resumed or climbed in.
  private func lastChange(_ climbs: [ClimbRow]) -> Instant {
    let stretches = timeline.segments.flatMap { [$0.start, $0.end].compactMap(\.self) }
    let climbed = climbs.flatMap { [$0.climb.at] + $0.attempts.map(\.at) }.compactMap(\.self)
    return (stretches + climbed).max() ?? startedAt
  }
}
