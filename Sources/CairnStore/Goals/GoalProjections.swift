import Cairn
import CairnSQL

/// The table `goal`.
struct GoalProjection: EntityProjection {
  let tables: [SQLTable] = [.goal]

  func insert(_ goal: Goal, in context: ProjectionContext) throws {
    try context.connection.run(
      """
      INSERT INTO goal (id, measure, cadence, valid_from, target)
      VALUES (\(goal.recordID), \(goal.measure.name), \(goal.cadence.name), \(goal.from),
        \(goal.target))
      """
    )
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    try context.connection.run("DELETE FROM goal WHERE id = \(record.id)")
  }
}

/// The table `streak_minimum`.
struct StreakMinimumProjection: EntityProjection {
  let tables: [SQLTable] = [.streakMinimum]

  func insert(_ minimum: StreakMinimumSetting, in context: ProjectionContext) throws {
    try context.connection.run(
      """
      INSERT INTO streak_minimum (id, cadence, valid_from, minimum)
      VALUES (\(minimum.recordID), \(minimum.cadence.name), \(minimum.from), \(minimum.minimum.text))
      """
    )
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    try context.connection.run("DELETE FROM streak_minimum WHERE id = \(record.id)")
  }
}

/// The table `rest_day`.
struct RestDayProjection: EntityProjection {
  let tables: [SQLTable] = [.restDay]

  func insert(_ restDay: RestDay, in context: ProjectionContext) throws {
    try context.connection.run("INSERT INTO rest_day (day) VALUES (\(restDay.day))")
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    let restDay = try RestDay(recordID: record.id, fields: record.fields)
    try context.connection.run("DELETE FROM rest_day WHERE day = \(restDay.day)")
  }
}
