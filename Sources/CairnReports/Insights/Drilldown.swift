import Cairn
package import CairnInsights
package import CairnStore

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

  /// Groups the sessions that match a filter; its limit applies to each part.
  ///
  /// A forecast uses the sessions of open readings; without a book, those of books with the status `reading`.
  package init(_ insight: Insight, among filter: SessionFilter, in log: Log) async throws {
    var filter = filter
    filter.ofOpenReadThroughs = [.timeLeft, .finish].contains(insight)
    if filter.ofOpenReadThroughs, filter.entry == nil { filter.status = .reading }
    let sorts = Self.sorts(insight)
    let counts = try await log.counts(filter, of: sorts.map { $0.1 })
    var parts: [Part] = []
    for ((reason, trait), count) in zip(sorts, counts) where count > 0 || reason == nil {
      var part = filter
      part.trait = trait
      part.isSparse = count / 10 < filter.limit
      parts.append(Part(reason, count, try await log.sessions(part)))
    }
    self.init(insight, parts)
  }

  private static func sorts(_ insight: Insight) -> [(String?, SessionTrait)] {
    switch insight {
    case .pages: [(nil, .pages), ("pages unknown", .noPages)]
    case .pace, .recentPace, .timeLeft, .finish: [(nil, .pace), ("no pages or no time", .noPace)]
    case .mood: [(nil, .moods), ("no mood", .noMood), ("one mood only", .oneMood)]
    case .interruptions: [(nil, .pauses)]
    case .places: [(nil, .place), ("no place", .noPlace)]
    default: [(nil, .ended)]
    }
  }

  /// The number of counted sessions.
  package var count: Int { parts.reduce(0) { $0 + ($1.reason == nil ? $1.count : 0) } }
  /// The number of excluded sessions.
  package var excluded: Int { parts.reduce(0) { $0 + ($1.reason == nil ? 0 : $1.count) } }
}

extension Drilldown: JSONModel {
  package static let fields: JSONFields<Drilldown> = [
    .init("figure", \.insight.name),
    .init("definition", \.insight.definition),
    .init("n", \.count),
    .init("excluded", \.excluded),
    .init("sessions") { $0.parts.filter { $0.reason == nil }.flatMap(\.rows).map(\.id) },
    .list(
      "left_out",
      \.excludedSessions,
      [.init("session") { $0.session }, .init("reason") { $0.reason }]
    ),
  ]

  private var excludedSessions: [(session: SessionID, reason: String)] {
    parts.flatMap { part in
      part.reason.map { reason in part.rows.map { ($0.id, reason) } } ?? []
    }
  }
}
