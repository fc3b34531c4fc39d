import Cairn
import CairnInsights
import CairnStore

/// The sessions behind a figure, and those it leaves out.
struct Why {
  let insight: Insight
  var counted: [SessionRow] = []
  var leftOut: [(reason: String, row: SessionRow)] = []

  /// The figures of `cairn stats` that `--why` takes.
  static let ofStats: [Insight] = [
    .time, .sessions, .pages, .pace, .mood, .interruptions, .places,
  ]

  /// Sorts sessions into those that count and those that do not.
  init(_ insight: Insight, among rows: [SessionRow]) {
    self.insight = insight
    for row in rows where row.endedAt != nil {
      switch Self.reason(insight, row) {
      case .none: counted.append(row)
      case .some(""): continue
      case .some(let reason): leftOut.append((reason, row))
      }
    }
  }

  /// Why a session does not count; nil when it does, empty when it is not even about it.
  private static func reason(_ insight: Insight, _ row: SessionRow) -> String? {
    let (before, after) = (row.sitting.moodBefore, row.sitting.moodAfter)
    let hasPace = (row.amount ?? 0) > 0 && row.active > .zero
    switch insight {
    case .pages where row.kind != Reading.kind: return ""
    case .pages: return row.amount == nil ? "pages not known" : nil
    case .pace, .recentPace, .timeLeft, .finish:
      return row.kind != Reading.kind ? "" : hasPace ? nil : "no pages or no time"
    case .mood where before == nil && after == nil: return "no mood"
    case .mood: return before == nil || after == nil ? "one mood only" : nil
    case .interruptions: return row.pauses.isEmpty ? "" : nil
    case .places: return row.sitting.place == nil ? "no place" : nil
    default: return nil
    }
  }
}

extension Surroundings {
  /// Lists the sessions behind a figure of `cairn stats`.
  func showWhy(
    _ name: String,
    _ span: Span,
    _ invocation: Invocation,
    in log: Log
  ) async throws -> ExitCode {
    let insight = Why.ofStats.first { $0.name == name } ?? .time
    var filter = SessionFilter(limit: .max)
    if [.time, .pages].contains(insight) {
      filter.touching = span.days
    } else {
      filter.days = span.days
    }
    return show(Why(insight, among: try await log.sessions(filter)), invocation)
  }

  /// Shows the sessions that count, then those left out with the reason.
  func show(_ why: Why, _ invocation: Invocation) -> ExitCode {
    let isEmpty = why.counted.isEmpty && why.leftOut.isEmpty
    if wantsJSON {
      output.print(why.json.text)
    } else {
      let columns = output.standardOutput.columns ?? .max
      output.print(lines: TextLayout.wrap(why.insight.definition, width: columns))
      if isEmpty { output.say("No sessions.") }
      if !why.counted.isEmpty { output.print(table(cut(why.counted, invocation))) }
      for reason in why.leftOut.map(\.reason).withoutRepeats {
        let rows = why.leftOut.filter { $0.reason == reason }.map(\.row)
        output.print("\(rows.count) left out: \(reason)")
        output.print(table(cut(rows, invocation)))
      }
    }
    return isEmpty ? .refused : .done
  }
}

extension Why {
  var json: JSON {
    .members(
      ("figure", .string(insight.name)),
      ("definition", .string(insight.definition)),
      ("sessions", .array(counted.map { .string($0.id.record.text) })),
      (
        "left_out",
        .array(
          leftOut.map {
            .members(("session", .string($0.row.id.record.text)), ("reason", .string($0.reason)))
          }
        )
      )
    )
  }
}

extension Option {
  /// Which figure to explain, where a command has several.
  static func why(_ insights: [Insight]) -> Option {
    let names = insights.map(\.name)
    return .value(
      "why",
      "FIGURE",
      "List the sessions behind \(names.joined(separator: ", ")).",
      completion: .values(names)
    )
  }

  /// Lists the sessions behind the figure of a command.
  static var why: Option { .flag("why", "List the sessions behind it, and those left out.") }
}
