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
      "DELETE FROM day_total WHERE kind = \(key.kind) AND day = \(key.day) AND active_sessions = 0"
    }
  )
}

/// The key of `subject_day`.
struct SubjectDayKey: Hashable {
  let subject: SubjectKey
  let day: LocalDay

  /// Hashes what distinguishes most keys: an import has one for each book and day.
  func hash(into hasher: inout Hasher) {
    hasher.combine(subject.subject)
    hasher.combine(day)
  }
}

extension SumTable<SubjectDayKey> {
  static let subjectDays = SumTable(
    add: { key, sums in
      """
      INSERT INTO subject_day AS row (day, \(fragment: SubjectKey.names), \(fragment: SumColumns.names))
      VALUES (\(key.day), \(fragment: key.subject.values), \(fragment: SumColumns.values(sums)))
      ON CONFLICT (\(key: "subject, day, read_through, edition, page_count"))
        DO UPDATE SET \(fragment: SumColumns.merged)
      """
    },
    change: { key, sums in
      """
      UPDATE subject_day SET \(fragment: SumColumns.changes(sums))
      WHERE day = \(key.day) AND \(fragment: key.subject.condition)
      """
    },
    prune: { key in
      """
      DELETE FROM subject_day
      WHERE day = \(key.day) AND \(fragment: key.subject.condition) AND active_sessions = 0
      """
    }
  )
}

/// The key of `subject_total`: a subject with its kind and part.
struct SubjectKey: Hashable {
  /// The placeholder for an unknown read-through or edition.
  static let none = RecordID(high: 0, low: 0)

  let subject: RecordID
  let kind: String
  let part: ReadingPart

  /// Creates the key; nil for a session without a subject.
  init?<Detail: SessionDetail>(_ detail: Detail) {
    guard let subject = detail.subject else { return nil }
    (self.subject, kind, part) = (subject, Detail.kind.name, detail.part)
  }

  static let names: SQL = "subject, kind, read_through, edition, page_count"

  private var readThrough: RecordID { part.readThrough ?? Self.none }
  /// The edition, or ``none``.
  var editionID: RecordID { part.edition ?? Self.none }
  private var pageCount: Int64 { part.pageCount ?? 0 }

  var values: SQL { "\(subject), \(kind), \(readThrough), \(editionID), \(pageCount)" }

  var condition: SQL {
    "subject = \(subject) AND read_through = \(readThrough) AND edition = \(editionID) AND page_count = \(pageCount)"
  }
}

extension SumTable<SubjectKey> {
  static let subjects = SumTable(
    add: { key, sums in
      """
      INSERT INTO subject_total AS row (\(fragment: SubjectKey.names), \(fragment: SumColumns.names))
      VALUES (\(fragment: key.values), \(fragment: SumColumns.values(sums)))
      ON CONFLICT (\(key: "subject, read_through, edition, page_count")) DO UPDATE SET \(fragment: SumColumns.merged)
      """
    },
    change: { key, sums in
      """
      UPDATE subject_total SET \(fragment: SumColumns.changes(sums))
      WHERE \(fragment: key.condition)
      """
    },
    prune: { key in
      "DELETE FROM subject_total WHERE \(fragment: key.condition) AND active_sessions = 0"
    }
  )
}

/// The common columns of `day_total`, `subject_day` and `subject_total`.
///
/// Time, amount, sessions; sessions with a pace, their time and amount; all sessions in the row.
private enum SumColumns {
  static let names: SQL =
    "time, amount, sessions, pace_samples, pace_sample_time, pace_sample_amount, active_sessions"

  static let merged: SQL = """
    time = row.time + excluded.time, amount = row.amount + excluded.amount,
      sessions = row.sessions + excluded.sessions, pace_samples = row.pace_samples + excluded.pace_samples,
      pace_sample_time = row.pace_sample_time + excluded.pace_sample_time,
      pace_sample_amount = row.pace_sample_amount + excluded.pace_sample_amount,
      active_sessions = row.active_sessions + excluded.active_sessions
    """

  static func values(_ sums: Sums) -> SQL {
    """
    \(sums[0]), \(sums[1]), \(sums[2]), \(sums[3]), \(sums[4]), \(sums[5]), \(sums[6])
    """
  }

  static func changes(_ sums: Sums) -> SQL {
    """
    time = time + \(sums[0]), amount = amount + \(sums[1]), sessions = sessions + \(sums[2]),
      pace_samples = pace_samples + \(sums[3]), pace_sample_time = pace_sample_time + \(sums[4]),
      pace_sample_amount = pace_sample_amount + \(sums[5]), active_sessions = active_sessions + \(sums[6])
    """
  }
}
