import Cairn
import CairnSQL

/// The values of a row in a sum table, in the order of its columns.
typealias Sums = SIMD8<Int64>

/// A sum table, for which a transaction writes only net changes.
///
/// Unchanged sums of an edited session cancel out, and an import adds all sessions of a day in one statement. One sum
/// counts the sessions in a row; a row without any is deleted.
struct SumTable<Key: Hashable & Sendable>: Sendable {
  /// Adds non-negative sums to the row of a key, or inserts it.
  let add: @Sendable (_ key: Key, _ sums: Sums) -> SQL
  /// Adds sums to the existing row of a key.
  let change: @Sendable (_ key: Key, _ sums: Sums) -> SQL
  /// Deletes the row of a key if it counts no session.
  let prune: @Sendable (_ key: Key) -> SQL
}

/// The pending changes of a transaction to one sum table.
struct SumTableDelta<Key: Hashable & Sendable> {
  private let table: SumTable<Key>
  private var indices: [Key: Int] = [:]
  private var rows: [(key: Key, sums: Sums)] = []

  /// The pending sums of each row.
  var all: [(key: Key, sums: Sums)] { rows }

  init(_ table: SumTable<Key>) {
    self.table = table
  }

  /// Adds sums to a row; negative ones subtract.
  mutating func add(_ sums: Sums, to key: Key) {
    guard let index = indices[key] else {
      indices[key] = rows.count
      rows.append((key, sums))
      return
    }
    rows[index].sums &+= sums
  }

  /// Adds the changes of another delta.
  mutating func add(_ other: SumTableDelta) {
    for (key, sums) in other.rows { add(sums, to: key) }
  }

  /// Writes the net changes.
  func flush(in connection: any SQLConnection) throws {
    for (key, sums) in rows where sums != .zero {
      if sums.min() >= 0 {
        try connection.run(table.add(key, sums))
      } else {
        try connection.run(table.change(key, sums))
        try connection.run(table.prune(key))
      }
    }
  }
}

/// The pending changes of a transaction to all sum tables.
struct SumDeltas {
  /// Sums for each kind and day.
  var days = SumTableDelta(.days)
  /// Sums for each subject and day.
  var subjectDays = SumTableDelta(.subjectDays)
  /// Sums for each subject.
  var subjects = SumTableDelta(.subjects)
  /// Sums for each kind, year and hour of the week.
  var hours = SumTableDelta(.hours)
  /// Sums for each tag and day.
  var tags = SumTableDelta(.tags)
  /// Listening sums for each day.
  var listeningDays = SumTableDelta(.listeningDays)
  /// Listening sums for each story.
  var listeningStories = SumTableDelta(.listeningStories)
  /// The routes with added, removed or changed climbs or attempts.
  var routes = ChangedRoutes()
  /// The days with added or removed sessions.
  var changedDays: Set<LocalDay> = []

  /// Adds other changes; the cost depends on their number only.
  mutating func add(_ other: SumDeltas) {
    days.add(other.days)
    subjectDays.add(other.subjectDays)
    subjects.add(other.subjects)
    hours.add(other.hours)
    tags.add(other.tags)
    listeningDays.add(other.listeningDays)
    listeningStories.add(other.listeningStories)
    routes.formUnion(other.routes)
    changedDays.formUnion(other.changedDays)
  }

  /// Writes the net changes; call it once.
  func flush(in context: ProjectionContext) throws {
    let connection = context.connection
    try days.flush(in: connection)
    try subjectDays.flush(in: connection)
    try subjects.flush(in: connection)
    try hours.flush(in: connection)
    try tags.flush(in: connection)
    try listeningDays.flush(in: connection)
    try listeningStories.flush(in: connection)
    try RouteTable.recompute(routes, in: connection)
    try OverlapDays.recompute(changedDays, in: context)
  }
}
