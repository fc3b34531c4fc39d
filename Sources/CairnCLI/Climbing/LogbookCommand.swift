import Cairn
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var logbook: Command {
    Command(
      "logbook",
      summary: "List climbing days, newest first.",
      discussion: """
        Each row is a session, or the climbs of a day at one place without a session: logbooks of \
        other apps have no times. The hardest send is shown for each scale.
        """,
      examples: [
        Example("cairn logbook", "the newest fifty"),
        Example("cairn logbook --year 2025 --all", "a whole year"),
        Example("cairn climb list --day 2026-05-02", "the climbs of a day"),
      ],
      options: [.value("year", "YEAR", "Only this year."), .limit, .all],
      action: { invocation, context in
        var filter = LogbookFilter(limit: try invocation.limit() + 1)
        let year = try invocation.integer("year", in: 1_900...9_999)
        filter.days = year.flatMap { LocalDay(year: Int32($0), month: 1, day: 1) }?.wholeYear
        let wanted = filter
        return try await context.withLog { log in
          let rows = context.cut(try await log.logbook(wanted), invocation)
          context.show(rows)
          return rows.isEmpty ? .refused : .done
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func show(_ rows: [LogbookRow]) {
    if wantsData { return output.print(data: rows.map { $0.report(at: now) }) }
    guard !rows.isEmpty else { return output.info("No climbs.") }
    var table = Table(
      .init("day"),
      .init("time", isNumber: true),
      .init("climbs", isNumber: true),
      .init("sent", isNumber: true),
      .init("hardest"),
      .init("place", canShrink: true)
    )
    for row in rows {
      table.append(
        .init(times.format.day(row.day)),
        .init(time(row)),
        .init(String(row.climbs)),
        .init(String(row.sends)),
        .init(row.hardest.map(\.text).joined(separator: ", ")),
        .init(row.place ?? "")
      )
    }
    output.print(table)
  }

  /// Returns `1h 30m`, `12m, running`, or a dash for unknown hours.
  private func time(_ row: LogbookRow) -> String {
    guard let timeline = row.timeline else { return "—" }
    let active = text(timeline.active(until: now))
    return timeline.isEnded ? active : "\(active), \(TimerState(timeline).name)"
  }
}
