import Cairn
package import CairnInsights
package import CairnReports

extension Drilldown {
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
    case .pace, .recentPace: [(nil, .pace), ("no pages or no time", .noPace)]
    case .timeLeft, .finish: [(nil, .progress), ("no progress or no time", .noProgress)]
    case .mood: [(nil, .moods), ("no mood", .noMood), ("one mood only", .oneMood)]
    case .interruptions: [(nil, .pauses)]
    case .places: [(nil, .place), ("no place", .noPlace)]
    default: [(nil, .ended)]
    }
  }
}
