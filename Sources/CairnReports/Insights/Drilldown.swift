import Cairn
package import CairnInsights

/// The sessions behind a figure and those it excludes: their number and the newest of them.
package struct Drilldown {
  package let insight: Insight
  /// The counted sessions, then the excluded ones by reason.
  package let parts: [Part]

  /// Counted sessions, or sessions excluded for one reason.
  package struct Part {
    /// The reason for exclusion; nil for counted sessions.
    package let reason: String?
    package let count: Int
    /// The newest sessions of the part.
    package let rows: [SessionRow]

    package init(_ reason: String?, _ count: Int, _ rows: [SessionRow]) {
      (self.reason, self.count, self.rows) = (reason, count, rows)
    }
  }

  /// The figures of `cairn stats` that `--why` accepts.
  package static let ofStats: [Insight] = [
    .time, .netTime, .sessions, .pages, .pace, .mood, .interruptions, .places,
  ]

  package init(_ insight: Insight, _ parts: [Part]) {
    (self.insight, self.parts) = (insight, parts)
  }

  /// The number of counted sessions.
  package var count: Int { parts.reduce(0) { $0 + ($1.reason == nil ? $1.count : 0) } }
  /// The number of excluded sessions.
  package var excluded: Int { parts.reduce(0) { $0 + ($1.reason == nil ? 0 : $1.count) } }
}
