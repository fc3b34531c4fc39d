public import Cairn
public import CairnActions
public import CairnReports
public import CairnSQL

/// The table of an activity kind, with a column for each.
public struct FieldTable<Kind: FieldedKind>: SessionTable {
  /// Creates the projection.
  public init() {}

  /// The names and fields of the kind.
  public var module: KindModule { Kind.module }

  /// The table, named after the kind.
  public var tables: [SQLTable] {
    [SQLTable(module.name, key: ["session"], [.uuid("session")] + fields.map(\.column))]
  }

  /// Inserts the row of a session.
  public func insert(
    _ session: Session<FieldDetail<Kind>>,
    in connection: any SQLConnection
  ) throws {
    let names = fields.map { SQL(stringLiteral: $0.name) }
    let values = fields.map { $0.binding(session.detail.values[$0.key]) }
    try connection.run(
      """
      INSERT INTO \(name: module.name) (\(fragment: (["session"] + names).joined(", ")))
      VALUES (\(fragment: (["\(session.id)"] + values).joined(", ")))
      """
    )
  }

  /// Deletes the row of a session.
  public func remove(_ id: SessionID, in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM \(name: module.name) WHERE session = \(id)")
  }

  /// Runs work on the details.
  public func run<Work: DetailWork>(_ work: Work) throws(CairnError) -> Work.Result? {
    try work.run(for: Kind.self)
  }

  private var fields: [InputField] { module.fields ?? [] }
}

extension InputField {
  fileprivate var column: SQLColumn {
    switch form {
    case .number: .integer(name).nullable
    default: .text(name).nullable
    }
  }

  /// Returns a value as the parameter of a statement.
  fileprivate func binding(_ value: FieldValue) -> SQL {
    switch value {
    case .integer(let number): "\(number)"
    case .text(let word): "\(word)"
    case .null, .bool: "NULL"
    }
  }
}

extension Log {
  /// The names and fields of the kinds of session that this program knows.
  public var modules: [KindModule] { context.environment.modules }

  /// Returns the details of a session as values of its fields; nil if its details are not fields.
  public func details(of row: SessionRow) async throws -> Fields? {
    guard let module = modules[row.kind], module.fields != nil else { return nil }
    return try await read { connection in
      let record = try RecordTable.find(SessionRecord.kind, row.id.record, in: connection)
      return record.map { module.values(in: $0.fields) }
    }
  }

  /// Returns the details of all sessions of a kind, in the order of their ids.
  package func details(of module: KindModule) async throws -> [(SessionID, Fields)] {
    try await read { connection in
      var all: [(SessionID, Fields)] = []
      let kind = FieldValue.text(module.kind.name)
      try RecordTable.each(SessionRecord.kind, in: connection, damaged: { _, _ in }) { record in
        guard record.deletion == nil, record.fields["kind"] == kind else { return }
        all.append((SessionID(record.id), module.values(in: record.fields)))
      }
      return all
    }
  }
}

extension LogWriter {
  /// Returns the details of a session as values of its fields; nil if its details are not fields.
  package func details(of row: SessionRow) throws -> Fields? {
    guard let module = log.environment.modules[row.kind], module.fields != nil else { return nil }
    let record = try RecordTable.find(SessionRecord.kind, row.id.record, in: connection)
    return record.map { module.values(in: $0.fields) }
  }
}
