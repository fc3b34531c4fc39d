import Cairn
import CairnSQL

/// What a row of a table of sums holds, in the order of its columns.
typealias Sums = SIMD8<Int64>

/// A table of sums, of which a transaction writes only what changed in the end.
///
/// Sums of a session that was changed cancel out where they did not change, and an import adds all
/// sessions of a day in one statement. One of the sums counts what is in a row; a row in which
/// nothing is left is removed.
struct SumTable<Key: Hashable & Sendable>: Sendable {
  /// Adds sums, none of them negative, to the row of a key, or makes it.
  let add: @Sendable (_ key: Key, _ sums: Sums) -> SQL
  /// Adds sums to the row of a key.
  let change: @Sendable (_ key: Key, _ sums: Sums) -> SQL
  /// Removes the row of a key when nothing is left in it.
  let prune: @Sendable (_ key: Key) -> SQL
}

/// What a transaction adds to one table of sums and takes from it.
struct SumTableDelta<Key: Hashable & Sendable> {
  private let table: SumTable<Key>
  private var places: [Key: Int] = [:]
  private var rows: [(key: Key, sums: Sums)] = []

  init(_ table: SumTable<Key>) {
    self.table = table
  }

  /// Adds sums to a row; taking away is adding negative ones.
  mutating func add(_ sums: Sums, to key: Key) {
    guard let place = places[key] else {
      places[key] = rows.count
      rows.append((key, sums))
      return
    }
    rows[place].sums &+= sums
  }

  /// Adds what another adds to the same table.
  mutating func add(_ other: SumTableDelta) {
    for (key, sums) in other.rows { add(sums, to: key) }
  }

  /// Writes what changed.
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

/// What a transaction adds to all tables of sums and takes from them.
struct SumDeltas {
  /// What each day holds of a kind.
  var days = SumTableDelta(.days)
  /// What each day holds of a subject.
  var subjectDays = SumTableDelta(.subjectDays)
  /// What a subject holds in all.
  var subjects = SumTableDelta(.subjects)
  /// What each hour of the week holds of a kind in a year.
  var hours = SumTableDelta(.hours)
  /// How often a tag was on sessions of a day.
  var tags = SumTableDelta(.tags)
  /// What was listened to on each day.
  var heardDays = SumTableDelta(.heardDays)
  /// What was heard of each story.
  var heardStories = SumTableDelta(.heardStories)
  /// The routes of which climbs or attempts came, went or are others.
  var routes = TouchedRoutes()
  /// The days that sessions came to or went from.
  var mixedDays: Set<LocalDay> = []

  /// Adds what another adds; it costs as much as that has.
  mutating func add(_ other: SumDeltas) {
    days.add(other.days)
    subjectDays.add(other.subjectDays)
    subjects.add(other.subjects)
    hours.add(other.hours)
    tags.add(other.tags)
    heardDays.add(other.heardDays)
    heardStories.add(other.heardStories)
    routes.formUnion(other.routes)
    mixedDays.formUnion(other.mixedDays)
  }

  /// Writes what changed; nothing is left to add then.
  func flush(in context: ProjectionContext) throws {
    let connection = context.connection
    try days.flush(in: connection)
    try subjectDays.flush(in: connection)
    try subjects.flush(in: connection)
    try hours.flush(in: connection)
    try tags.flush(in: connection)
    try heardDays.flush(in: connection)
    try heardStories.flush(in: connection)
    try RouteTable.settle(routes, in: connection)
    for day in mixedDays.sorted() { try OverlapDays.addUp(day, in: context) }
  }
}
