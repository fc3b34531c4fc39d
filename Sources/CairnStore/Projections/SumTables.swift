import CairnSQL

extension SumTable {
  /// What each day holds of a kind.
  static let dayTotal = SumTable(
    name: "day_total",
    add: { key, sums in
      """
      INSERT INTO day_total (kind, day, time, amount, sessions, paced, paced_time, paced_amount,
        touching)
      VALUES (\(key[0]), \(key[1]), \(fragment: list(sums)))
      ON CONFLICT (\(key: "kind, day")) DO UPDATE
      SET time = day_total.time + excluded.time, amount = day_total.amount + excluded.amount,
        sessions = day_total.sessions + excluded.sessions,
        paced = day_total.paced + excluded.paced,
        paced_time = day_total.paced_time + excluded.paced_time,
        paced_amount = day_total.paced_amount + excluded.paced_amount,
        touching = day_total.touching + excluded.touching
      """
    },
    change: { key, sums in
      """
      UPDATE day_total SET \(fragment: changes(sums))
      WHERE kind = \(key[0]) AND day = \(key[1])
      """
    },
    prune: { key in
      "DELETE FROM day_total WHERE kind = \(key[0]) AND day = \(key[1]) AND touching = 0"
    }
  )

  /// What each day holds of a subject.
  static let subjectDay = SumTable(
    name: "subject_day",
    add: { key, sums in
      """
      INSERT INTO subject_day (subject, day, kind, time, amount, sessions, paced, paced_time,
        paced_amount, touching)
      VALUES (\(key[0]), \(key[1]), \(key[2]), \(fragment: list(sums)))
      ON CONFLICT (\(key: "subject, day")) DO UPDATE
      SET time = subject_day.time + excluded.time, amount = subject_day.amount + excluded.amount,
        sessions = subject_day.sessions + excluded.sessions,
        paced = subject_day.paced + excluded.paced,
        paced_time = subject_day.paced_time + excluded.paced_time,
        paced_amount = subject_day.paced_amount + excluded.paced_amount,
        touching = subject_day.touching + excluded.touching
      """
    },
    change: { key, sums in
      """
      UPDATE subject_day SET \(fragment: changes(sums))
      WHERE subject = \(key[0]) AND day = \(key[1])
      """
    },
    prune: { key in
      "DELETE FROM subject_day WHERE subject = \(key[0]) AND day = \(key[1]) AND touching = 0"
    }
  )

  /// What a subject holds in all.
  static let subjectTotal = SumTable(
    name: "subject_total",
    add: { key, sums in
      """
      INSERT INTO subject_total (subject, kind, time, amount, sessions, paced, paced_time,
        paced_amount, touching)
      VALUES (\(key[0]), \(key[1]), \(fragment: list(sums)))
      ON CONFLICT (\(key: "subject")) DO UPDATE
      SET time = subject_total.time + excluded.time,
        amount = subject_total.amount + excluded.amount,
        sessions = subject_total.sessions + excluded.sessions,
        paced = subject_total.paced + excluded.paced,
        paced_time = subject_total.paced_time + excluded.paced_time,
        paced_amount = subject_total.paced_amount + excluded.paced_amount,
        touching = subject_total.touching + excluded.touching
      """
    },
    change: { key, sums in
      "UPDATE subject_total SET \(fragment: changes(sums)) WHERE subject = \(key[0])"
    },
    prune: { key in
      "DELETE FROM subject_total WHERE subject = \(key[0]) AND touching = 0"
    }
  )

  private static func list(_ sums: [Int64]) -> SQL {
    """
    \(sums[0]), \(sums[1]), \(sums[2]), \(sums[3]), \(sums[4]), \(sums[5]), \(sums[6])
    """
  }

  private static func changes(_ sums: [Int64]) -> SQL {
    """
    time = time + \(sums[0]), amount = amount + \(sums[1]), sessions = sessions + \(sums[2]),
      paced = paced + \(sums[3]), paced_time = paced_time + \(sums[4]),
      paced_amount = paced_amount + \(sums[5]), touching = touching + \(sums[6])
    """
  }
}

extension SumTable {
  /// What each hour of the week holds of a kind in a year.
  static let hourTotal = SumTable(
    name: "hour_total",
    add: { key, sums in
      """
      INSERT INTO hour_total (kind, year, hour, time, amount, sessions, touching)
      VALUES (\(key[0]), \(key[1]), \(key[2]), \(sums[0]), \(sums[1]), \(sums[2]), \(sums[3]))
      ON CONFLICT (\(key: "kind, year, hour")) DO UPDATE
      SET time = hour_total.time + excluded.time,
        amount = hour_total.amount + excluded.amount,
        sessions = hour_total.sessions + excluded.sessions,
        touching = hour_total.touching + excluded.touching
      """
    },
    change: { key, sums in
      """
      UPDATE hour_total
      SET time = time + \(sums[0]), amount = amount + \(sums[1]),
        sessions = sessions + \(sums[2]), touching = touching + \(sums[3])
      WHERE kind = \(key[0]) AND year = \(key[1]) AND hour = \(key[2])
      """
    },
    prune: { key in
      """
      DELETE FROM hour_total
      WHERE kind = \(key[0]) AND year = \(key[1]) AND hour = \(key[2]) AND touching = 0
      """
    }
  )

  /// How often a tag was on sessions of a day.
  static let dayTag = SumTable(
    name: "day_tag",
    add: { key, sums in
      """
      INSERT INTO day_tag (kind, day, tag, value, time, times)
      VALUES (\(key[0]), \(key[1]), \(key[2]), \(key[3]), \(sums[0]), \(sums[1]))
      ON CONFLICT (\(key: "kind, day, tag, value")) DO UPDATE
      SET time = day_tag.time + excluded.time, times = day_tag.times + excluded.times
      """
    },
    change: { key, sums in
      """
      UPDATE day_tag
      SET time = time + \(sums[0]), times = times + \(sums[1])
      WHERE kind = \(key[0]) AND day = \(key[1]) AND tag = \(key[2]) AND value = \(key[3])
      """
    },
    prune: { key in
      """
      DELETE FROM day_tag
      WHERE kind = \(key[0]) AND day = \(key[1]) AND tag = \(key[2]) AND value = \(key[3])
        AND times = 0
      """
    }
  )
}
