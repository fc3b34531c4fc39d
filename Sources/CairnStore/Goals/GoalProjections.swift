import Cairn
import CairnSQL

/// The table `goal`.
struct GoalProjection: ThingProjection {
  let tables = [ProjectedTable("goal")]

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

/// The table `dose`.
struct StreakMinimumProjection: ThingProjection {
  let tables = [ProjectedTable("dose")]

  func insert(_ dose: StreakMinimumSetting, in context: ProjectionContext) throws {
    try context.connection.run(
      """
      INSERT INTO dose (id, cadence, valid_from, dose)
      VALUES (\(dose.recordID), \(dose.cadence.name), \(dose.from), \(dose.dose.text))
      """
    )
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    try context.connection.run("DELETE FROM dose WHERE id = \(record.id)")
  }
}

/// The table `frozen_day`.
struct RestDayProjection: ThingProjection {
  let tables = [ProjectedTable("frozen_day", key: "day")]

  func insert(_ freeze: RestDay, in context: ProjectionContext) throws {
    try context.connection.run("INSERT INTO frozen_day (day) VALUES (\(freeze.day))")
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    let freeze = try RestDay(recordID: record.id, fields: record.fields)
    try context.connection.run("DELETE FROM frozen_day WHERE day = \(freeze.day)")
  }
}
