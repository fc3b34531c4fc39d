import Cairn
import CairnHTTP
import CairnStore

/// A table of rows for PostgREST clients: a view of the records of one kind (spec/climbing.md 4.2).
protocol RowTable: Sendable {
  /// The name in the path.
  var name: String { get }
  /// The names and types of the columns, in order.
  var columns: [(name: String, type: RowType)] { get }
  /// The columns that can identify a row of an upsert besides `id`.
  var keys: Set<String> { get }

  /// Returns all rows, also those of deleted records, in the order of their changes; with an id at least the row that
  /// has it.
  func rows(_ id: RecordID?, in source: ChangedRecords, _ owner: RowOwner) throws -> [Row]

  /// Returns the row that an upsert of the values would change; nil for a new one.
  func row(
    of values: [String: RowValue],
    in source: ChangedRecords,
    _ owner: RowOwner
  ) throws -> Row?

  /// Inserts or updates the row with the values' id; returns it.
  ///
  /// Columns that `values` lacks stay unchanged. Throws a ``DialectError`` and the errors of the domain's values.
  func upsert(_ values: [String: RowValue], in writer: LogWriter, _ owner: RowOwner) throws -> Row
}

extension RowTable {
  /// The columns that can identify a row of an upsert besides `id`.
  var keys: Set<String> { [] }

  /// The columns that say which row it is, and whose it is.
  var identity: Set<String> { keys.union(["id", "user_id"]) }

  /// The types of the columns by name.
  var types: [String: RowType] {
    Dictionary(columns.map { ($0.name, $0.type) }) { $1 }
  }
}

/// The person whose rows they are.
struct RowOwner: Sendable {
  /// The id of the account, in the column `user_id`.
  let id: RecordID
  /// The name of the account.
  let name: String
  /// The display name of the account.
  let displayName: String
  /// The rules of the person’s zone, which new sessions get.
  let rules: ZoneRules

  /// The IANA name of the zone.
  var zone: String { rules.name }
}

/// A column of the records of one type.
struct RowColumn<Entity: RowRecord>: Sendable {
  let name: String
  let type: RowType
  /// Returns the value that the record has for the column; null if records have none.
  let stored: @Sendable (Entity) -> RowValue
  /// Returns the value of the row: the stored one, or one that follows from other records.
  let value: @Sendable (Entity, ChangedRecords) throws -> RowValue

  /// What null means where a client sends it.
  private(set) var null = RowNull.cleared
  /// The value of a row where the record has none.
  private(set) var fallback = RowValue.null

  /// Creates a column whose value follows from other records where the record itself has none.
  init(
    _ name: String,
    _ type: RowType,
    stored: @escaping @Sendable (Entity) -> RowValue,
    value: @escaping @Sendable (Entity, ChangedRecords) throws -> RowValue
  ) {
    (self.name, self.type, self.stored, self.value) = (name, type, stored, value)
  }

  /// Creates a column of the record itself.
  init(_ name: String, _ type: RowType, _ stored: @escaping @Sendable (Entity) -> RowValue) {
    self.init(name, type, stored: stored) { entity, _ in stored(entity) }
  }

  /// Creates a column for which records have no value: what was sent is kept beside the record.
  init(kept name: String, _ type: RowType) { self.init(name, type) { _ in .null } }

  /// Returns the column with a value for rows that have none, because apps cannot read null there.
  func required(else fallback: RowValue = .null) -> RowColumn {
    var column = self
    (column.null, column.fallback) = (.refused, fallback)
    return column
  }

  /// Returns the column in which null from a client changes nothing.
  var ignoringNull: RowColumn {
    var column = self
    column.null = .ignored
    return column
  }

  /// Returns the value of the row of a record, of which an app sent values that are kept beside it.
  func value(_ entity: Entity, _ kept: KeptValues, in source: ChangedRecords) throws -> RowValue {
    let sent = kept.value(of: name, type, with: stored(entity))
    if let sent, sent != .null || null == .cleared { return sent }
    let value = try value(entity, source)
    return value == .null ? fallback : value
  }
}

/// What null means where a client sends it.
enum RowNull: Sendable {
  /// The row has no value.
  case cleared
  /// Nothing: the value stays.
  case ignored
  /// The error `23502`.
  case refused
}

/// A type of records that clients see as rows.
protocol RowRecord: Recorded {
  /// The columns apart from those of every table.
  static var rowColumns: [RowColumn<Self>] { get }

  /// Returns the id of the record of a row; that of the row itself, unless the record's id is derived.
  static func recordID(of values: [String: RowValue], _ id: RecordID) throws -> RecordID

  /// The columns that the record's id is derived from; none if it is that of the row.
  static var keys: Set<String> { get }

  /// Returns the record of a new row, with the values that it cannot be without.
  static func new(
    _ id: RecordID,
    _ values: RowValues,
    in writer: LogWriter,
    _ owner: RowOwner
  ) throws -> Self

  /// Makes room for a record that is not deleted; nothing by default.
  mutating func makeRoom(in writer: LogWriter, _ owner: RowOwner) throws

  /// Applies changed values.
  mutating func apply(_ values: RowValues, in writer: LogWriter, _ owner: RowOwner) throws

  /// The records that the record belongs to, and is deleted and restored with, the nearest first.
  func ancestors(in source: ChangedRecords) throws -> [ChangedRecord]

  /// The title of the history entry.
  func title(_ change: RowChange) -> String
}

/// What an app did with a row.
enum RowChange: String, Sendable {
  case added
  case edited
  case deleted
  case restored
}

extension RowRecord {
  static func recordID(of values: [String: RowValue], _ id: RecordID) throws -> RecordID { id }
  static var keys: Set<String> { [] }
  mutating func makeRoom(in writer: LogWriter, _ owner: RowOwner) throws {}
}

/// The values of a row that a client sent, read by the type that the record needs.
struct RowValues: Sendable {
  private let values: [String: RowValue]

  init(_ values: [String: RowValue]) { self.values = values }

  /// Returns whether the client sent a value or null.
  func has(_ name: String) -> Bool { values[name] != nil }

  func text(_ name: String) -> String? {
    guard case .text(let text)? = values[name] else { return nil }
    return text
  }

  func integer(_ name: String) -> Int64? {
    guard case .integer(let number)? = values[name] else { return nil }
    return number
  }

  func bool(_ name: String) -> Bool? {
    guard case .bool(let bool)? = values[name] else { return nil }
    return bool
  }

  /// Returns the time in a column, cut to milliseconds; nil for null.
  ///
  /// Throws the error `23514` for one that nobody can have recorded at `now`: before 2000, or more than a day ahead. The
  /// clocks of phones can be wrong by a day; later times would distort streaks.
  func instant(_ name: String, at now: Instant) throws -> Instant? {
    guard case .time(let microseconds)? = values[name] else { return nil }
    let instant = Instant(milliseconds: floorDivide(microseconds, 1_000))
    guard instant >= .earliest, instant <= now + .hours(24) else {
      throw Self.refused(name, instant.text)
    }
    return instant
  }

  /// Returns the id in a column; throws the error `23502` without one.
  func id(_ name: String) throws -> RecordID {
    guard case .uuid(let id)? = values[name] else { throw Self.missing(name) }
    return id
  }

  /// Returns the value with a name of a list, or nil for null; throws the error `23514` for another name.
  func named<Value: Named>(_ name: String, as type: Value.Type) throws -> Value? {
    guard let text = text(name) else { return nil }
    guard let value = Value(name: text) else { throw Self.refused(name, text) }
    return value
  }

  static func missing(_ name: String) -> DialectError {
    DialectError(
      .badRequest,
      "null value in column \"\(name)\" violates not-null constraint",
      code: "23502"
    )
  }

  static func refused(_ name: String, _ value: String) -> DialectError {
    DialectError(
      .badRequest,
      "the value \"\(value.prefix(60))\" of column \"\(name)\" violates its check constraint",
      code: "23514"
    )
  }

  /// The error for a reference to a row that there is not.
  static func unknownReference(_ name: String) -> DialectError {
    DialectError(
      .conflict,
      "the row that column \"\(name)\" refers to does not exist",
      code: "23503"
    )
  }
}
