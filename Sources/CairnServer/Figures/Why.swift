package import Cairn
package import CairnInsights
package import CairnStore

/// The sessions behind a figure, and those it leaves out.
package struct Why {
  package let insight: Insight
  package var counted: [SessionRow] = []
  package var leftOut: [(reason: String, row: SessionRow)] = []

  /// The figures of `cairn stats` that `--why` takes.
  package static let ofStats: [Insight] = [
    .time, .sessions, .pages, .pace, .mood, .interruptions, .places,
  ]

  /// Sorts sessions into those that count and those that do not.
  package init(_ insight: Insight, among rows: [SessionRow]) {
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

extension Why {
  package var json: JSON {
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
