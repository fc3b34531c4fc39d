package import Cairn
import CairnSQL

/// Something that is read of a log, and can be asked for ahead together with others.
///
/// A database that is far away then answers all of them at once; see ``Log/foresee(_:isAll:)``.
package struct LogQuery: Sendable {
  let sql: SQL
}

extension Log {
  /// Says what is read next of a snapshot, in any order; what is not read after all was asked in vain.
  ///
  /// Where it `isAll`, reading anything else makes the snapshot start again; see
  /// ``SQLDatabase/foresee(_:isAll:)``.
  package func foresee(_ queries: [LogQuery], isAll: Bool = false) async {
    await database.foresee(queries.map(\.sql), isAll: isAll)
  }
}

extension LogQuery {
  /// The value of a setting.
  package static func setting(_ setting: Setting) -> LogQuery { LogQuery(sql: setting.query) }

  /// All goals; see ``Log/goals()``.
  package static let goals = LogQuery(
    sql: "SELECT measure, cadence, valid_from, target FROM goal ORDER BY valid_from, id"
  )

  /// All doses; see ``Log/doses()``.
  package static let doses = LogQuery(
    sql: "SELECT cadence, dose, valid_from FROM dose ORDER BY valid_from, id"
  )

  /// The days of rest; see ``Log/frozenDays()``.
  package static let frozenDays = LogQuery(sql: "SELECT day FROM frozen_day ORDER BY day")

  /// The days that were in no calendar; see ``Log/skippedDays()``.
  package static let skippedDays = LogQuery(
    sql: "SELECT DISTINCT day FROM skipped_day ORDER BY day"
  )

  /// The readings that were finished; see ``Log/finishes()``.
  package static let finishes = LogQuery(
    sql: """
      SELECT entry.id, work.title, read_through.finished
      FROM read_through
      JOIN entry ON entry.id = read_through.entry
      JOIN work ON work.id = entry.work
      WHERE read_through.outcome = 'finished'
      ORDER BY CASE WHEN read_through.finished IS NULL THEN 1 ELSE 0 END,
        read_through.finished, read_through.id
      """
  )

  /// What a streak goes by.
  package static let streak = [
    setting(.streakCadence), doses, setting(.weekStart), frozenDays, skippedDays,
  ]

  /// What each day holds; see ``Log/dayActivity(in:)``.
  package static func dayActivity(in days: ClosedRange<LocalDay>) -> LogQuery {
    LogQuery(
      sql: """
        SELECT day, time, CASE WHEN kind = \(Reading.kind.name) THEN amount ELSE 0 END, sessions, 0
        FROM day_total
        WHERE kind IN (\(fragment: Log.knownKinds))
          AND day BETWEEN \(days.lowerBound) AND \(days.upperBound)
        UNION ALL
        SELECT day, 0, 0, 0, time FROM doubled_day
        WHERE day BETWEEN \(days.lowerBound) AND \(days.upperBound)
        """
    )
  }
}
