import Cairn
import CairnSQL

/// The table `goal`.
struct GoalProjection: Projection {
  let kind = Goal.recordKind
  let tables = [
    ProjectedTable("goal", rows: "SELECT * FROM goal ORDER BY id", empty: "DELETE FROM goal")
  ]

  func insert(_ record: Record, in context: ProjectionContext) throws {
    let goal = try Goal(recordID: record.id, fields: record.fields)
    try context.connection.run(
      """
      INSERT INTO goal (id, measure, cadence, valid_from, target)
      VALUES (\(record.id), \(goal.measure.name), \(goal.cadence.name), \(goal.from),
        \(goal.target))
      """
    )
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    try context.connection.run("DELETE FROM goal WHERE id = \(record.id)")
  }
}

/// The table `dose`.
struct DoseProjection: Projection {
  let kind = StreakDose.recordKind
  let tables = [
    ProjectedTable("dose", rows: "SELECT * FROM dose ORDER BY id", empty: "DELETE FROM dose")
  ]

  func insert(_ record: Record, in context: ProjectionContext) throws {
    let dose = try StreakDose(recordID: record.id, fields: record.fields)
    try context.connection.run(
      """
      INSERT INTO dose (id, cadence, valid_from, dose)
      VALUES (\(record.id), \(dose.cadence.name), \(dose.from), \(dose.dose.text))
      """
    )
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    try context.connection.run("DELETE FROM dose WHERE id = \(record.id)")
  }
}

/// The table `frozen_day`.
struct FreezeProjection: Projection {
  let kind = Freeze.recordKind
  let tables = [
    ProjectedTable(
      "frozen_day",
      rows: "SELECT * FROM frozen_day ORDER BY day",
      empty: "DELETE FROM frozen_day"
    )
  ]

  func insert(_ record: Record, in context: ProjectionContext) throws {
    let freeze = try Freeze(recordID: record.id, fields: record.fields)
    try context.connection.run("INSERT INTO frozen_day (day) VALUES (\(freeze.day))")
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    let freeze = try Freeze(recordID: record.id, fields: record.fields)
    try context.connection.run("DELETE FROM frozen_day WHERE day = \(freeze.day)")
  }
}
