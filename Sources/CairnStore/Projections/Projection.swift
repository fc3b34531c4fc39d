package import Cairn
public import CairnSQL

/// A table that is computed from records; `doctor` compares it with a rebuild.
public struct ProjectedTable: Sendable {
  /// Its rows in the order of its key: how it is compared.
  package let rows: SQL
  /// Empties it before a rebuild.
  package let empty: SQL
  /// Its name.
  package let name: String

  /// Names a table, the query for all its rows in key order, and the statement that empties it.
  public init(_ name: String, rows: SQL, empty: SQL) {
    self.name = name
    self.rows = rows
    self.empty = empty
  }

  /// Names a table and the columns of its key.
  init(_ name: StaticString, key: StaticString = "id") {
    let (table, columns) = (SQL(stringLiteral: name), SQL(stringLiteral: key))
    self.init(
      name.description,
      rows: "SELECT * FROM \(fragment: table) ORDER BY \(fragment: columns)",
      empty: "DELETE FROM \(fragment: table)"
    )
  }
}

/// How records of one kind become rows that queries read.
package protocol Projection: Sendable {
  var kind: RecordKind { get }
  var tables: [ProjectedTable] { get }
  /// Adds the rows of a record; throws `record.malformed` when it cannot be read.
  func insert(_ record: Record, in context: ProjectionContext) throws
  /// Takes back the rows that ``insert(_:in:)`` added for an earlier version of the record.
  func remove(_ record: Record, in context: ProjectionContext) throws
  /// Adds the rows that a record has while it is deleted; none unless a projection says otherwise.
  func insertDeleted(_ record: Record, in context: ProjectionContext) throws
  /// Takes back the rows that ``insertDeleted(_:in:)`` added.
  func removeDeleted(_ record: Record, in context: ProjectionContext) throws
}

extension Projection {
  func insertDeleted(_ record: Record, in context: ProjectionContext) throws {}
  func removeDeleted(_ record: Record, in context: ProjectionContext) throws {}
}

/// A projection of things of one type, each read from its record before it becomes rows.
protocol ThingProjection<Thing>: Projection {
  associatedtype Thing: Recorded
  /// Adds the rows of a thing.
  func insert(_ thing: Thing, in context: ProjectionContext) throws
}

extension ThingProjection {
  package var kind: RecordKind { Thing.recordKind }

  package func insert(_ record: Record, in context: ProjectionContext) throws {
    try insert(Thing(recordID: record.id, fields: record.fields), in: context)
  }
}

extension Projection {
  fileprivate func takeBack(_ old: Record, in context: ProjectionContext) throws {
    if old.deletion == nil {
      try remove(old, in: context)
    } else {
      try removeDeleted(old, in: context)
    }
  }
}

/// What projections need while one transaction lasts.
package final class ProjectionContext {
  package let connection: any SQLConnection
  private let zone: @Sendable (String) -> ZoneRules?
  private var zones: [String: ZoneRules] = [:]
  private var knownHour: Int64?
  /// Sums that are written when everything else is.
  var tally = SumDeltas()
  /// The hour at which days began before it was changed; nil while it was not.
  private(set) var earlierHour: Int64?
  /// Whether some days were computed by each of the two hours, so that all must be computed anew.
  private(set) var hasMixedDays = false

  init(_ connection: any SQLConnection, zone: @escaping @Sendable (String) -> ZoneRules?) {
    self.connection = connection
    self.zone = zone
  }

  /// The rules of a zone; a name this system does not know counts as UTC.
  func rules(_ name: String) -> ZoneRules {
    if let known = zones[name] { return known }
    let rules = zone(name) ?? .utc
    zones[name] = rules
    return rules
  }

  /// Whether this system has the rules of a zone.
  func knows(_ name: String) -> Bool { zone(name) != nil }

  /// The hour at which the person's days begin.
  func dayStartHour() throws -> Int64 {
    hasMixedDays = hasMixedDays || earlierHour != nil
    return try currentHour()
  }

  /// The hour at which they begin now, for what moves every day to it.
  func currentHour() throws -> Int64 {
    if let knownHour { return knownHour }
    let hour = try Setting.dayStartHour.value(in: connection).flatMap { Int64($0) } ?? 0
    knownHour = hour
    return hour
  }

  /// Writes the sums that changed; the last step of a write.
  func finish() throws {
    try tally.flush(in: self)
    tally = SumDeltas()
  }

  /// Derives what follows from the attempts so far, for who reads it before the write ends.
  func settleRoutes() throws {
    try RouteTable.settle(tally.routes, in: connection)
    tally.routes = TouchedRoutes()
  }

  /// Remembers what a setting was before it changes.
  func willChange(_ setting: String) throws {
    guard setting == Setting.dayStartHour.name else { return }
    earlierHour = try earlierHour ?? currentHour()
    knownHour = nil
  }
}

/// All projections of a log.
package struct Projector: Sendable {
  package let projections: [any Projection]
  private let byKind: [String: any Projection]

  init(_ projections: [any Projection]) {
    self.projections = projections
    byKind = Dictionary(uniqueKeysWithValues: projections.map { ($0.kind.name, $0) })
  }

  /// Brings the tables from the old version of a record to the new one.
  ///
  /// A kind that is not known here is stored and not projected (spec/sync.md F21). An old version
  /// that could not be read has no rows. Throws `record.malformed` when the new one cannot be
  /// read; it has no rows then.
  func project(
    _ new: Record,
    replacing old: Record?,
    in context: ProjectionContext
  ) throws {
    if let old { try remove(old, in: context) }
    guard let projection = byKind[new.kind.name] else { return }
    if new.deletion == nil {
      try projection.insert(new, in: context)
    } else {
      try projection.insertDeleted(new, in: context)
    }
  }

  /// Brings what depends on the days from the hour at which they began to that of now.
  func moveDays(from hour: Int64, in context: ProjectionContext) throws {
    for case let sessions as SessionProjection in projections {
      try sessions.moveDays(from: hour, to: context.currentHour(), context)
    }
  }

  /// Takes a record out of the tables; one that could not be read has no rows.
  func remove(_ old: Record, in context: ProjectionContext) throws {
    guard let projection = byKind[old.kind.name] else { return }
    do {
      try projection.takeBack(old, in: context)
    } catch let error as CairnError where error.code == "record.malformed" {}
  }
}
