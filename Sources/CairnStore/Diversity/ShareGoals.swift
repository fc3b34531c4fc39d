public import Cairn

extension LogWriter {
  /// Sets a target share of finished books, or ends the goal.
  public func set(_ goal: ShareGoal) throws {
    title = goal.percent == nil ? "Share goal removed" : "Goal set: \(goal.text)"
    try save(goal)
  }
}

extension LogWriter {
  /// Throws `goal.share_not_found` if there is no such active goal.
  public func requireGoal(_ goal: ShareGoal) throws {
    if try find(ShareGoal.self, goal.recordID)?.percent != nil { return }
    let period = goal.cadence.map { " each \($0.noun)" } ?? ""
    throw CairnError(
      "goal.share_not_found",
      "There is no share goal for \(goal.dimension.label(of: goal.value))\(period).",
      hint: "List share goals with `cairn goal share`."
    )
  }
}

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
