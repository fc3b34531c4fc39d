import Cairn
import CairnReports
package import CairnStore

extension Log {
  /// Returns all tables with their rows.
  package func tables() async throws -> [ExportTable] {
    try await bookTables()() + sessionTables()() + climbTables()() + storyTables()()
      + streakTables()() + activityTables()()
  }

  /// Reads the rows of a table; the returned closure renders them.
  package func table(_ blank: ExportTable) async throws -> @Sendable () -> ExportTable {
    let fill =
      if ExportTable.ofBooks.contains(where: { $0.name == blank.name }) {
        try await bookTables()
      } else if ExportTable.ofSessions.contains(where: { $0.name == blank.name }) {
        try await sessionTables()
      } else if ExportTable.ofClimbs.contains(where: { $0.name == blank.name }) {
        try await climbTables()
      } else if ExportTable.facts.name == blank.name {
        try await factTable()
      } else if ExportTable.ofStories.contains(where: { $0.name == blank.name }) {
        try await storyTables()
      } else if modules.fielded.contains(where: { $0.kind.name == blank.name }) {
        try await activityTables()
      } else {
        try await streakTables()
      }
    return { fill().first { $0.name == blank.name } ?? blank }
  }

  /// Reads a table that is exported separately: `climbs`, `attempts` or `facts`.
  package func table(alone name: String) async throws -> @Sendable () -> ExportTable {
    let alone = [ExportTable.climbs, .attempts, .facts]
    return try await table(alone.first { $0.name == name } ?? .climbs)
  }

  private typealias Fill = @Sendable () -> [ExportTable]

  private func bookTables() async throws -> Fill {
    let (books, marks) = (try await shelvedBooks(), try await annotations())
    return {
      var (shelf, editions, readings) = (
        ExportTable.books, ExportTable.editions, ExportTable.readings
      )
      for book in books {
        shelf.add(book)
        for edition in book.editions { editions.add(edition, of: book) }
        for reading in book.book.readThroughs { readings.add(reading, of: book) }
      }
      var annotations = ExportTable.annotations
      for row in marks { annotations.add(row) }
      return [shelf, editions, readings, annotations]
    }
  }

  private func factTable() async throws -> Fill {
    let (authors, books) = (try await authors(), try await describedBooks())
    return { [ExportTable(authors, books)] }
  }

  private func climbTables() async throws -> Fill {
    let rows = try await allClimbs()
    return {
      var (climbs, attempts) = (ExportTable.climbs, ExportTable.attempts)
      for row in rows {
        climbs.add(row)
        for (index, attempt) in row.attempts.enumerated() { attempts.add(attempt, index + 1) }
      }
      return [climbs, attempts]
    }
  }

  private func sessionTables() async throws -> Fill {
    let rows = try await sessions(SessionFilter(limit: .max))
    let (origins, details) = (try await sessionOrigins(), try await climbingDetails())
    var totals: [(kind: String, days: [DayTotalRow])] = []
    for kind in Set(rows.map(\.kind.name)).sorted() {
      let all = LocalDay(number: .min)...LocalDay(number: .max)
      totals.append((kind, try await dayTotals(SessionKind(kind), in: all)))
    }
    return { [totals] in
      var (sessions, pauses, days) = (ExportTable.sessions, ExportTable.pauses, ExportTable.days)
      var listening = ExportTable.listening
      for row in rows.reversed() {
        sessions.add(row, origins[row.id], details[row.id])
        listening.addListening(row)
        for pause in row.pauses { pauses.add(pause, of: row) }
      }
      for (kind, all) in totals { for day in all { days.add(day, kind) } }
      return [sessions, pauses, days, listening]
    }
  }

  /// Reads a table for each activity kind.
  private func activityTables() async throws -> Fill {
    var all: [(KindModule, [(SessionID, Fields)])] = []
    for module in modules.fielded { all.append((module, try await details(of: module))) }
    return { [all] in
      all.map { module, rows in
        var table = ExportTable(module)
        for (session, details) in rows { table.add(session, details, of: module) }
        return table
      }
    }
  }

  private func storyTables() async throws -> Fill {
    var filter = StoryFilter()
    filter.limit = .max
    let (rows, played) = (try await stories(filter), try await plays())
    let reached = try await reachedMilestones().sorted {
      ($0.at, $0.milestone.name) < ($1.at, $1.milestone.name)
    }
    return {
      var (stories, plays, milestones) = (
        ExportTable.stories, ExportTable.plays, ExportTable.milestones
      )
      for row in rows.reversed() { stories.add(row) }
      for play in played { plays.add(play) }
      for milestone in reached { milestones.add(milestone) }
      return [stories, plays, milestones]
    }
  }

  private func streakTables() async throws -> Fill {
    let (all, streakMinimums, rests) = (
      try await goals(), try await minimums(), try await restDays()
    )
    return {
      var (goals, minimums, restDays) = (
        ExportTable.goals, ExportTable.minimums, ExportTable.restDays
      )
      for goal in all { goals.add(goal) }
      for minimum in streakMinimums { minimums.add(minimum) }
      for day in rests { restDays.add(day) }
      return [goals, minimums, restDays]
    }
  }
}
