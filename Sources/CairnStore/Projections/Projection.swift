package import Cairn
package import CairnSQL

/// The derivation of table rows from records of one kind.
package protocol Projection: Sendable {
  var kind: RecordKind { get }
  var tables: [SQLTable] { get }
  /// Adds the rows of a record; throws `record.malformed` if it cannot be read.
  func insert(_ record: Record, in context: ProjectionContext) throws
  /// Removes the rows that ``insert(_:in:)`` added for the previous version of the record.
  func remove(_ record: Record, in context: ProjectionContext) throws
  /// Adds the rows of a deleted record; none by default.
  func insertDeleted(_ record: Record, in context: ProjectionContext) throws
  /// Removes the rows that ``insertDeleted(_:in:)`` added.
  func removeDeleted(_ record: Record, in context: ProjectionContext) throws
}

extension Projection {
  func insertDeleted(_ record: Record, in context: ProjectionContext) throws {}
  func removeDeleted(_ record: Record, in context: ProjectionContext) throws {}
}

/// A projection of entities of one type, each decoded from its record first.
protocol EntityProjection<Entity>: Projection {
  associatedtype Entity: Recorded
  /// Adds the rows of an entity.
  func insert(_ entity: Entity, in context: ProjectionContext) throws
}

extension EntityProjection {
  package var kind: RecordKind { Entity.recordKind }

  package func insert(_ record: Record, in context: ProjectionContext) throws {
    try insert(Entity(recordID: record.id, fields: record.fields), in: context)
  }
}

extension Projection {
  fileprivate func removeRows(_ old: Record, in context: ProjectionContext) throws {
    if old.deletion == nil {
      try remove(old, in: context)
    } else {
      try removeDeleted(old, in: context)
    }
  }
}

/// The state that projections share during one transaction.
package final class ProjectionContext {
  package let connection: any SQLConnection
  private let zone: @Sendable (String) -> ZoneRules?
  private var zones: [String: ZoneRules] = [:]
  private var cachedHour: Int64?
  /// The pending sums, written at the end.
  var sumDeltas = SumDeltas()
  /// The previous start hour of days; nil unless it changed in this transaction.
  private(set) var previousHour: Int64?
  /// Receives how many of how many sessions have moved to other days.
  var progress: (@Sendable (_ done: Int, _ total: Int) -> Void)?
  /// Whether days were computed with both start hours, so that all must be recomputed.
  private(set) var hasMixedDays = false

  init(_ connection: any SQLConnection, zone: @escaping @Sendable (String) -> ZoneRules?) {
    self.connection = connection
    self.zone = zone
  }

  /// Returns the rules of a time zone; UTC for an unknown name.
  func rules(_ name: String) -> ZoneRules {
    if let known = zones[name] { return known }
    let rules = zone(name) ?? .utc
    zones[name] = rules
    return rules
  }

  /// Returns whether this system knows a time zone.
  func knows(_ name: String) -> Bool { zone(name) != nil }

  /// Returns the hour at which days start.
  func dayStartHour() throws -> Int64 {
    hasMixedDays = hasMixedDays || previousHour != nil
    return try currentHour()
  }

  /// Returns that hour for code that recomputes all days after a change.
  func currentHour() throws -> Int64 {
    if let cachedHour { return cachedHour }
    let hour = try Setting.dayStartHour.value(in: connection).flatMap { Int64($0) } ?? 0
    cachedHour = hour
    return hour
  }

  /// Writes the changed sums; the last step of a write.
  func finish() throws {
    try sumDeltas.flush(in: self)
    sumDeltas = SumDeltas()
  }

  /// Recomputes the affected routes now, for code that reads them before the write ends.
  func recomputeRoutes() throws {
    try RouteTable.recompute(sumDeltas.routes, in: connection)
    sumDeltas.routes = ChangedRoutes()
  }

  /// Stores the current value of a setting before it changes.
  func willChange(_ setting: String) throws {
    guard setting == Setting.dayStartHour.name else { return }
    previousHour = try previousHour ?? currentHour()
    cachedHour = nil
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

  /// Updates the tables from the old version of a record to the new one.
  ///
  /// Skips records of an unknown kind (spec/sync.md F21). An unreadable old version has no rows. Throws
  /// `record.malformed` if the new version cannot be read; it then has no rows.
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

  /// Recomputes what depends on the start hour of days, after it changed from `hour`.
  func moveDays(from hour: Int64, in context: ProjectionContext) throws {
    for case let sessions as SessionProjection in projections {
      try sessions.moveDays(from: hour, to: context.currentHour(), context)
    }
  }

  /// Removes the rows of a record; an unreadable one has none.
  func remove(_ old: Record, in context: ProjectionContext) throws {
    guard let projection = byKind[old.kind.name] else { return }
    do {
      try projection.removeRows(old, in: context)
    } catch let error as CairnError where error.code == "record.malformed" {}
  }
}
