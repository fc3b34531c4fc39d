public import Cairn

extension Log {
  /// Returns the active share goals, by dimension and category.
  public func shareGoals() async throws -> [ShareGoal] {
    try await read { connection in
      var goals: [ShareGoal] = []
      try RecordTable.each(ShareGoal.self, in: connection) { goals.append($0) }
      return goals.filter { $0.percent != nil }
        .sorted { ($0.dimension.name, $0.text) < ($1.dimension.name, $1.text) }
    }
  }
}
