import Cairn
import CairnInsights
import CairnReports
import CairnStore

extension CommandContext {
  /// Lists the climbs behind a figure, then the exclusions with their reasons.
  func show(
    _ insight: Insight,
    _ chosen: ChosenLadders,
    _ span: Span,
    _ invocation: Invocation,
    _ log: Log
  ) async throws -> ExitCode {
    let history = try await ClimbingHistory(log).within(span.effectiveDays)
    let parts = history.climbs(behind: insight) { chosen.has($0, $1) }
    let limit = try invocation.limit()
    if wantsData {
      output.print(data: Self.json(insight, parts, limit))
    } else {
      let columns = output.standardOutput.columns ?? .max
      output.print(lines: TextLayout.wrap(insight.definition, width: columns))
      for part in parts { try await show(part, limit, log) }
    }
    return parts.allSatisfy { $0.climbs.isEmpty } ? .refused : .done
  }

  private func show(_ part: ClimbDrilldown, _ limit: Int, _ log: Log) async throws {
    let count = counted(part.climbs.count, "climb")
    let newest = part.climbs.count > limit ? "; showing the newest \(limit)" : ""
    output.print(part.reason.map { "\(count) excluded: \($0)\(newest)" } ?? "\(count)\(newest)")
    var table = Table(
      .init("id"),
      .init("day"),
      .init("climb", canShrink: true),
      .init("grade"),
      .init("attempts"),
      .init("sent")
    )
    for id in part.climbs.prefix(limit) {
      guard let row = try await log.climb(id) else { continue }
      table.append(
        .init(row.shortID.text, .dim),
        .init(times.format.day(row.day)),
        .init(row.climb.name ?? row.climb.discipline?.label ?? "climb"),
        .init(row.climb.grade?.text ?? ""),
        .init(row.resultMarks),
        .init(row.send.map { $0.tick?.name ?? "sent" } ?? "", .accent)
      )
    }
    if !part.climbs.isEmpty { output.print(table) }
  }

  private static func json(_ insight: Insight, _ parts: [ClimbDrilldown], _ limit: Int) -> JSON {
    let counted = parts.filter { $0.reason == nil }
    let left = parts.filter { $0.reason != nil }
    return .members(
      ("figure", .string(insight.name)),
      ("definition", .string(insight.definition)),
      ("n", .integer(Int64(counted.reduce(0) { $0 + $1.climbs.count }))),
      ("excluded", .integer(Int64(left.reduce(0) { $0 + $1.climbs.count }))),
      (
        "climbs",
        .array(counted.flatMap { $0.climbs.prefix(limit) }.map { .string($0.record.text) })
      ),
      (
        "exclusions",
        .array(
          left.flatMap { part in
            part.climbs.prefix(limit).map {
              .members(("climb", .string($0.record.text)), ("reason", .string(part.reason ?? "")))
            }
          }
        )
      )
    )
  }
}
