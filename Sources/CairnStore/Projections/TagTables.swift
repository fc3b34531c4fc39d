import Cairn
import CairnSQL

/// The key of `hour_total`.
struct HourKey: Hashable {
  let kind: String
  let year: Int64
  /// The hour of the week, from 0 (Monday, midnight) to 167.
  let hour: Int64
}

extension SumTable<HourKey> {
  static let hours = SumTable(
    add: { key, sums in
      """
      INSERT INTO hour_total AS row (kind, year, hour, time, amount, sessions, active_sessions)
      VALUES (\(key.kind), \(key.year), \(key.hour), \(sums[0]), \(sums[1]), \(sums[2]),
        \(sums[3]))
      ON CONFLICT (\(key: "kind, year, hour")) DO UPDATE
      SET time = row.time + excluded.time, amount = row.amount + excluded.amount,
        sessions = row.sessions + excluded.sessions, active_sessions = row.active_sessions + excluded.active_sessions
      """
    },
    change: { key, sums in
      """
      UPDATE hour_total
      SET time = time + \(sums[0]), amount = amount + \(sums[1]),
        sessions = sessions + \(sums[2]), active_sessions = active_sessions + \(sums[3])
      WHERE kind = \(key.kind) AND year = \(key.year) AND hour = \(key.hour)
      """
    },
    prune: { key in
      """
      DELETE FROM hour_total
      WHERE kind = \(key.kind) AND year = \(key.year) AND hour = \(key.hour) AND active_sessions = 0
      """
    }
  )
}

/// The key of `day_tag`.
struct DayTagKey: Hashable {
  let kind: String
  let day: LocalDay
  let tag: String
  let value: String
}

extension SumTable<DayTagKey> {
  static let tags = SumTable(
    add: { key, sums in
      """
      INSERT INTO day_tag AS row (kind, day, tag, value, time, times)
      VALUES (\(key.kind), \(key.day), \(key.tag), \(key.value), \(sums[0]), \(sums[1]))
      ON CONFLICT (\(key: "kind, day, tag, value")) DO UPDATE
      SET time = row.time + excluded.time, times = row.times + excluded.times
      """
    },
    change: { key, sums in
      """
      UPDATE day_tag SET time = time + \(sums[0]), times = times + \(sums[1])
      WHERE kind = \(key.kind) AND day = \(key.day) AND tag = \(key.tag) AND value = \(key.value)
      """
    },
    prune: { key in
      """
      DELETE FROM day_tag
      WHERE kind = \(key.kind) AND day = \(key.day) AND tag = \(key.tag) AND value = \(key.value)
        AND times = 0
      """
    }
  )
}
