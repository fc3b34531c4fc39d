import Cairn
import CairnSQL

/// The key of `day_total`.
struct DayKey: Hashable {
  let kind: String
  let day: LocalDay
}

extension SumTable<DayKey> {
  static let days = SumTable(
    add: { key, sums in
      """
      INSERT INTO day_total AS row (kind, day, \(fragment: SumColumns.names))
      VALUES (\(key.kind), \(key.day), \(fragment: SumColumns.values(sums)))
      ON CONFLICT (\(key: "kind, day")) DO UPDATE SET \(fragment: SumColumns.merged)
      """
    },
    change: { key, sums in
      """
      UPDATE day_total SET \(fragment: SumColumns.changes(sums))
      WHERE kind = \(key.kind) AND day = \(key.day)
      """
    },
    prune: { key in
      "DELETE FROM day_total WHERE kind = \(key.kind) AND day = \(key.day) AND touching = 0"
    }
  )
}

/// The key of `subject_day`, with the kind its subject has.
struct SubjectDayKey: Hashable {
  let subject: RecordID
  let day: LocalDay
  let kind: String
}

extension SumTable<SubjectDayKey> {
  static let subjectDays = SumTable(
    add: { key, sums in
      """
      INSERT INTO subject_day AS row (subject, day, kind, \(fragment: SumColumns.names))
      VALUES (\(key.subject), \(key.day), \(key.kind), \(fragment: SumColumns.values(sums)))
      ON CONFLICT (\(key: "subject, day")) DO UPDATE SET \(fragment: SumColumns.merged)
      """
    },
    change: { key, sums in
      """
      UPDATE subject_day SET \(fragment: SumColumns.changes(sums))
      WHERE subject = \(key.subject) AND day = \(key.day)
      """
    },
    prune: { key in
      """
      DELETE FROM subject_day
      WHERE subject = \(key.subject) AND day = \(key.day) AND touching = 0
      """
    }
  )
}

/// The key of `subject_total`, with the kind its subject has.
struct SubjectKey: Hashable {
  let subject: RecordID
  let kind: String
}

extension SumTable<SubjectKey> {
  static let subjects = SumTable(
    add: { key, sums in
      """
      INSERT INTO subject_total AS row (subject, kind, \(fragment: SumColumns.names))
      VALUES (\(key.subject), \(key.kind), \(fragment: SumColumns.values(sums)))
      ON CONFLICT (\(key: "subject")) DO UPDATE SET \(fragment: SumColumns.merged)
      """
    },
    change: { key, sums in
      """
      UPDATE subject_total SET \(fragment: SumColumns.changes(sums))
      WHERE subject = \(key.subject)
      """
    },
    prune: { key in
      "DELETE FROM subject_total WHERE subject = \(key.subject) AND touching = 0"
    }
  )
}

/// The columns that `day_total`, `subject_day` and `subject_total` have in common.
///
/// Time, amount, sessions; those with a pace and their time and amount; sessions in the row.
private enum SumColumns {
  static let names: SQL = "time, amount, sessions, paced, paced_time, paced_amount, touching"

  static let merged: SQL = """
    time = row.time + excluded.time, amount = row.amount + excluded.amount,
      sessions = row.sessions + excluded.sessions, paced = row.paced + excluded.paced,
      paced_time = row.paced_time + excluded.paced_time,
      paced_amount = row.paced_amount + excluded.paced_amount,
      touching = row.touching + excluded.touching
    """

  static func values(_ sums: Sums) -> SQL {
    """
    \(sums[0]), \(sums[1]), \(sums[2]), \(sums[3]), \(sums[4]), \(sums[5]), \(sums[6])
    """
  }

  static func changes(_ sums: Sums) -> SQL {
    """
    time = time + \(sums[0]), amount = amount + \(sums[1]), sessions = sessions + \(sums[2]),
      paced = paced + \(sums[3]), paced_time = paced_time + \(sums[4]),
      paced_amount = paced_amount + \(sums[5]), touching = touching + \(sums[6])
    """
  }
}
