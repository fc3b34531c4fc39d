public import Cairn
public import CairnReports
import CairnSQL

extension Log {
  /// Returns the totals of each day, ascending; of all kinds if `kind` is nil.
  ///
  /// Reads stored totals, which exclude open sessions. Adds rows up in memory, because grouping them in SQL takes twice
  /// as long.
  public func dayTotals(
    _ kind: SessionKind?,
    in days: ClosedRange<LocalDay>
  ) async throws -> [DayTotalRow] {
    let query: SQL = """
      \(fragment: Self.days(of: kind))
        AND day BETWEEN \(days.lowerBound) AND \(days.upperBound)
      """
    return try await read { connection in
      let rows = try connection.all(query) {
        DayTotalRow(day: try $0["day"], sums: try SumRow($0))
      }
      return Self.joined(rows, by: \.day) { $0.adding($1) }
    }
  }

  private static func days(of kind: SessionKind?) -> SQL {
    """
    SELECT day, time, amount, sessions, pace_samples, pace_sample_time, pace_sample_amount
    FROM day_total
    WHERE \(fragment: kinds(kind))
    """
  }

  /// Returns time, pages, sessions and overlaps of each day over all kinds, ascending.
  package func dayActivity(in days: ClosedRange<LocalDay>) async throws -> [DayActivityRow] {
    try await read { connection in
      let rows = try connection.all(
        """
        SELECT day, time, CASE WHEN kind = \(Reading.kind.name) THEN amount ELSE 0 END AS pages, sessions,
          0 AS overlap
        FROM day_total
        WHERE kind IN (\(fragment: Self.knownKinds))
          AND day BETWEEN \(days.lowerBound) AND \(days.upperBound)
        UNION ALL
        SELECT day, 0, 0, 0, time FROM overlap_day
        WHERE day BETWEEN \(days.lowerBound) AND \(days.upperBound)
        """,
        DayActivityRow.init
      )
      return Self.joined(rows, by: \.day) { $0.adding($1) }
    }
  }

  /// Returns the totals of each day by kind, and the time of each day that ran in parallel.
  package func kindDays(in days: ClosedRange<LocalDay>) async throws -> KindDays {
    let rows = try await read { connection in
      try connection.all(
        """
        SELECT kind, day, time, amount, sessions, pace_samples, pace_sample_time, pace_sample_amount
        FROM day_total
        WHERE kind IN (\(fragment: Self.knownKinds))
          AND day BETWEEN \(days.lowerBound) AND \(days.upperBound)
        UNION ALL
        SELECT '', day, time, 0, 0, 0, 0, 0 FROM overlap_day
        WHERE day BETWEEN \(days.lowerBound) AND \(days.upperBound)
        """
      ) {
        (kind: try $0["kind"] as String, row: DayTotalRow(day: try $0["day"], sums: try SumRow($0)))
      }
    }
    let overlaps = rows.filter { $0.kind.isEmpty }.map { ($0.row.day, $0.row.time) }
    return KindDays(
      rows.filter { !$0.kind.isEmpty }.map { (SessionKind($0.kind), $0.row) },
      overlaps: Dictionary(overlaps) { $0 + $1 }
    )
  }

  /// Returns the rows ordered by day, adding up those of the same day.
  static func joined<Row>(
    _ rows: [Row],
    by day: (Row) -> LocalDay,
    _ adding: (Row, Row) -> Row
  ) -> [Row] {
    rows.sorted { day($0) < day($1) }.reduce(into: []) { all, row in
      if let last = all.last, day(last) == day(row) {
        all[all.count - 1] = adding(last, row)
      } else {
        all.append(row)
      }
    }
  }

  /// Returns the first day with an ended session, or nil.
  public func firstDay() async throws -> LocalDay? {
    try await read { connection in
      let query: SQL = """
        SELECT min(beginning) FROM (
          SELECT (SELECT min(day) FROM day_total WHERE day_total.kind = known.kind) AS beginning
          FROM (\(fragment: Self.knownKinds)) AS known) AS days
        """
      return try connection.value(query)
    }
  }

  /// Returns each book's totals over some days, or over all; most time first.
  public func bookTotals(in days: ClosedRange<LocalDay>?) async throws -> [BookTotalRow] {
    try await read { connection in
      try connection.all(
        """
        SELECT total.subject, work.title, total.time, total.amount, total.sessions, total.pace_samples,
          total.pace_sample_time, total.pace_sample_amount
        FROM (\(fragment: Self.subjects(Reading.kind, days, by: "subject"))) AS total
        \(fragment: SubjectGrouping.book.joins)
        ORDER BY total.time DESC, total.subject
        """
      ) { row in
        BookTotalRow(
          entry: try row["subject"],
          title: try row["title"],
          sums: try SumRow(row)
        )
      }
    }
  }

  /// Returns each story's totals over some days, or over all; most time first.
  public func storyTotals(in days: ClosedRange<LocalDay>?) async throws -> [StoryTotalRow] {
    try await read { connection in
      try connection.all(
        """
        SELECT total.subject, listened.title, total.time, total.amount, total.sessions, total.pace_samples,
          total.pace_sample_time, total.pace_sample_amount
        FROM (\(fragment: Self.subjects(Listening.kind, days, by: "subject"))) AS total
        \(fragment: SubjectGrouping.story.joins)
        ORDER BY total.time DESC, total.subject
        """
      ) { row in
        StoryTotalRow(
          story: try row["subject"],
          title: try row["title"],
          sums: try SumRow(row)
        )
      }
    }
  }

  /// Returns the totals per edition format over some days, or over all.
  ///
  /// A session counts for the edition it was read in, not for the current one.
  public func formatTotals(in days: ClosedRange<LocalDay>?) async throws -> [FormatTotalRow] {
    try await read { connection in
      try connection.all(
        """
        SELECT edition.format, \(fragment: SumRow.columns)
        FROM (\(fragment: Self.subjects(Reading.kind, days, by: "subject, edition"))) AS total
        \(fragment: SubjectGrouping.format.joins)
        GROUP BY edition.format
        ORDER BY edition.format
        """
      ) { FormatTotalRow(format: try $0["format"], sums: try SumRow($0)) }
    }
  }

  /// Returns the totals of each hour of the week by kind, in one year or in all.
  package func hourTotals(year: Int32?) async throws -> [(kind: SessionKind, row: HourRow)] {
    let ofYear: SQL = year.map { "AND year = \($0)" } ?? ""
    return try await read { connection in
      try connection.all(
        """
        SELECT kind, hour, CAST(sum(time) AS BIGINT) AS time, CAST(sum(amount) AS BIGINT) AS amount,
          CAST(sum(sessions) AS BIGINT) AS sessions
        FROM hour_total
        WHERE hour >= 0 \(fragment: ofYear)
        GROUP BY kind, hour
        """
      ) { (kind: SessionKind(try $0["kind"]), row: try HourRow($0)) }
    }
  }

  /// Returns the totals of each hour of the week of a kind, in one year or overall, ascending.
  public func hourTotals(_ kind: SessionKind?, year: Int32?) async throws -> [HourRow] {
    try await hourTotals(kind, years: year.map { $0...$0 })
  }

  /// Returns the totals of each hour of the week of a kind, in some years or overall, ascending.
  package func hourTotals(
    _ kind: SessionKind?,
    years: ClosedRange<Int32>?
  ) async throws -> [HourRow] {
    try await read { connection in
      let ofYear: SQL =
        years.map { "AND year BETWEEN \($0.lowerBound) AND \($0.upperBound)" } ?? ""
      return try connection.all(
        """
        SELECT hour, CAST(sum(time) AS BIGINT) AS time, CAST(sum(amount) AS BIGINT) AS amount,
          CAST(sum(sessions) AS BIGINT) AS sessions
        FROM hour_total
        WHERE hour >= 0 \(fragment: Self.only(kind)) \(fragment: ofYear)
        GROUP BY hour
        ORDER BY hour
        """
      ) { try HourRow($0) }
    }
  }

  /// Returns the totals of each value of a tag over some days, most frequent first.
  ///
  /// Merges values that differ only in case, accents or spaces, under the earliest spelling.
  public func tags(
    _ tag: SessionTag,
    of kind: SessionKind?,
    in days: ClosedRange<LocalDay>
  ) async throws -> [TagRow] {
    try await read { connection in
      let rows = try connection.all(
        """
        SELECT value, CAST(sum(time) AS BIGINT) AS time, CAST(sum(times) AS BIGINT) AS times
        FROM day_tag
        WHERE tag = \(tag.rawValue) AND day BETWEEN \(days.lowerBound) AND \(days.upperBound)
          \(fragment: Self.only(kind))
        GROUP BY value
        ORDER BY min(day), value
        """
      ) { row in
        TagRow(
          value: try row["value"],
          time: try row["time"],
          times: try row["times"]
        )
      }
      return Self.joined(rows, tag)
    }
  }

  /// Merges rows whose values mean the same; most frequent first.
  static func joined(_ rows: [TagRow], _ tag: SessionTag) -> [TagRow] {
    var places: [String: Int] = [:]
    var all: [TagRow] = []
    for row in rows {
      let key = tag == .mood ? row.value : folded(row.value)
      let index = places[key, default: all.count]
      if index == all.count {
        places[key] = index
        all.append(row)
      } else {
        all[index] = all[index].with(row)
      }
    }
    return all.sorted { ($1.times, $0.value) < ($0.times, $1.value) }
  }

  /// The kinds with totals as `kind`, found by index seeks instead of a scan.
  static let knownKinds: SQL = """
    WITH RECURSIVE known (kind) AS (
      SELECT min(kind) FROM day_total
      UNION ALL
      SELECT (SELECT min(kind) FROM day_total WHERE day_total.kind > known.kind)
      FROM known WHERE known.kind IS NOT NULL)
    SELECT kind FROM known WHERE kind IS NOT NULL
    """

  /// Returns a condition that lets the query use the key, which starts with the kind.
  private static func kinds(_ kind: SessionKind?) -> SQL {
    kind.map { "kind = \($0.name)" } ?? "kind IN (\(fragment: knownKinds))"
  }

  private static func only(_ kind: SessionKind?) -> SQL {
    kind.map { "AND kind = \($0.name)" } ?? ""
  }

  /// Returns totals per subject, from the table of days if a range is given.
  static func subjects(
    _ kind: SessionKind,
    _ days: ClosedRange<LocalDay>?,
    by columns: SQL
  ) -> SQL {
    let table: SQL = days == nil ? "subject_total" : "subject_day"
    let among: SQL =
      days.map { "AND day BETWEEN \($0.lowerBound) AND \($0.upperBound)" } ?? ""
    return """
      SELECT \(fragment: columns), CAST(sum(time) AS BIGINT) AS time,
        CAST(sum(amount) AS BIGINT) AS amount, CAST(sum(sessions) AS BIGINT) AS sessions,
        CAST(sum(pace_samples) AS BIGINT) AS pace_samples, CAST(sum(pace_sample_time) AS BIGINT) AS pace_sample_time,
        CAST(sum(pace_sample_amount) AS BIGINT) AS pace_sample_amount
      FROM \(fragment: table)
      WHERE kind = \(kind.name) \(fragment: among)
      GROUP BY \(fragment: columns)
      """
  }
}

/// A property of sessions with stored totals.
public enum SessionTag: String, Sendable, CaseIterable {
  /// A pair of moods, in the format of `MoodPair`.
  case mood
  /// The reason for a pause.
  case pause
  /// The place of the session.
  case place
  /// A tag of the session.
  case tag
}
