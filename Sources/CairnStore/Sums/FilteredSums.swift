import Cairn
import CairnReports
import CairnSQL

/// The sums of the sessions that match a filter, added up by the rule of the stored ones.
///
/// Only the sums of all sessions are stored, so this reads each session.
struct FilteredSums: Sendable {
  /// The sums of each kind and day.
  private(set) var days: [DayKey: SumRow] = [:]
  /// The sums of each subject and day.
  private(set) var subjectDays: [SubjectDayKey: SumRow] = [:]
  /// The sums of each tag and day.
  private(set) var tags: [DayTagKey: TagRow] = [:]

  /// Reads the ended sessions that match a filter and have a part on some days, and adds up what is on those days.
  init(
    _ filter: SessionFilter,
    in days: ClosedRange<LocalDay>,
    _ kinds: [any SessionTable],
    _ connection: any SQLConnection
  ) throws {
    let tables = SessionProjection(kinds).details
    var deltas = SumDeltas()
    try SessionQuery.each(filter, on: days, in: connection) { session, fields, day, shares in
      let about = try tables[session.kind.name]?.about(session, fields) ?? SessionContribution()
      SessionSums(session, about, day, shares).addAmounts(1, to: &deltas)
    }
    for (key, sums) in deltas.days.all where days.contains(key.day) {
      self.days[key] = SumRow(sums)
    }
    for (key, sums) in deltas.subjectDays.all where days.contains(key.day) {
      subjectDays[key] = SumRow(sums)
    }
    for (key, sums) in deltas.tags.all where days.contains(key.day) {
      tags[key] = TagRow(value: key.value, time: Milliseconds(sums[0]), times: Int(sums[1]))
    }
  }

  /// Returns the totals of each day, ascending; of all kinds if `kind` is nil.
  func dayTotals(_ kind: SessionKind?) -> [DayTotalRow] {
    let rows = days.filter { kind == nil || $0.key.kind == kind?.name }
      .map { DayTotalRow(day: $0.key.day, sums: $0.value) }
    return Log.joined(rows, by: \.day) { $0.adding($1) }
  }

  /// Returns the totals of each value of a tag, most frequent first, as ``Log/tags(_:of:in:)`` does.
  func tags(_ tag: SessionTag) -> [TagRow] {
    let rows = tags.filter { $0.key.tag == tag.rawValue }
      .sorted { ($0.key.day, $0.key.value) < ($1.key.day, $1.key.value) }
    return Log.joined(rows.map(\.value), tag)
  }

  /// Returns the totals of each group of books or stories.
  func totals(_ grouping: SubjectGrouping, in connection: any SQLConnection) throws
    -> [SubjectGroupRow]
  {
    let names = try grouping.names(in: connection)
    var groups: [SubjectGroup: SumRow] = [:]
    for (key, sums) in subjectDays where key.subject.kind == grouping.kind.name {
      for group in names[SubjectPart(key.subject)] ?? [SubjectGroup(id: nil, name: nil)] {
        groups[group] = groups[group].map { SumRow($0, sums) } ?? sums
      }
    }
    return groups.map { SubjectGroupRow(id: $0.key.id, name: $0.key.name, sums: $0.value) }
  }
}

extension SessionQuery {
  /// Passes the ended sessions that match a filter and have a part on some days to the body.
  ///
  /// The body gets each with its fields, the day on which it is listed, and all its shares.
  fileprivate static func each(
    _ filter: SessionFilter,
    on days: ClosedRange<LocalDay>,
    in connection: any SQLConnection,
    _ body: (Session<NoDetail>, Fields, LocalDay, [DayShare]) throws -> Void
  ) throws {
    // A cross join, because SQLite without statistics would scan all records of sessions; and no index of the kind,
    // which all sessions of a book share.
    let query: SQL = """
      SELECT session.id, session.day AS listed, record.fields
      FROM session
      \(fragment: subjects)
      CROSS JOIN record
      WHERE record.kind = \(SessionRecord.kind.name) AND record.id = session.id
        AND session.ended_at IS NOT NULL
        \(fragment: conditions(filter, scansTable: true))\(fragment: parts(on: days))
      ORDER BY session.id
      """
    let shares = try shares(filter, on: days, in: connection)
    try connection.each(query) { row in
      let id: RecordID = try row["id"]
      let fields = try RecordTable.fields(row["fields"])
      let session = try Session<NoDetail>(recordID: id, fields: fields)
      try body(session, fields, try row["listed"], shares[id] ?? [])
    }
  }

  private static func shares(
    _ filter: SessionFilter,
    on days: ClosedRange<LocalDay>,
    in connection: any SQLConnection
  ) throws -> [RecordID: [DayShare]] {
    let query: SQL = """
      SELECT session_day.session, session_day.day, session_day.time, session_day.amount
      FROM session
      JOIN session_day ON session_day.session = session.id
      \(fragment: subjects)
      WHERE session.ended_at IS NOT NULL
        \(fragment: conditions(filter, scansTable: true))\(fragment: parts(on: days))
      ORDER BY session_day.session, session_day.day
      """
    var shares: [RecordID: [DayShare]] = [:]
    try connection.each(query) { row in
      let share = DayShare(day: try row["day"], time: try row["time"], amount: try row["amount"])
      shares[try row["session"], default: []].append(share)
    }
    return shares
  }

  /// The tables of which a filter has conditions.
  static let subjects: SQL = """
    LEFT JOIN reading ON reading.session = session.id
    LEFT JOIN listening ON listening.session = session.id
    """

  /// Returns the condition that a session has a part on some days, also of no time.
  ///
  /// It lists the sessions of a year or less, and in a longer period looks for the days of each session.
  private static func parts(on days: ClosedRange<LocalDay>) -> SQL {
    guard days.count < 40_000 else { return "" }
    guard days.count >= 400 else {
      return """
         AND session.id IN (
          SELECT session FROM session_day
          WHERE kind IN (\(fragment: Log.knownKinds))
            AND day BETWEEN \(days.lowerBound) AND \(days.upperBound))
        """
    }
    // The empty text keeps SQLite from the index of the days of a kind.
    return """
       AND EXISTS (
        SELECT 1 FROM session_day AS part
        WHERE part.session = session.id AND part.kind || '' IN (\(fragment: Log.knownKinds))
          AND part.day BETWEEN \(days.lowerBound) AND \(days.upperBound))
      """
  }
}
