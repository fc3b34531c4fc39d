import Cairn
import CairnReports
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

extension ScratchLog {
  /// Returns every row of every projection, by table.
  func projections() async throws -> [String: [String]] {
    let tables = log.context.projector.projections.flatMap(\.tables)
    return try await log.read { connection in
      try tables.reduce(into: [:]) { $0[$1.name.description] = try connection.dump($1.rows()) }
    }
  }

  /// Returns every row of every table, which differs after any change.
  func tables() async throws -> [String: [String]] {
    let own = try await log.read { connection in
      [
        "record": try connection.dump("SELECT * FROM record ORDER BY kind, id"),
        "mutation": try connection.dump("SELECT * FROM mutation ORDER BY number"),
        "device": try connection.dump("SELECT * FROM device"),
      ]
    }
    return try await projections().merging(own) { one, _ in one }
  }

  /// Expects an error without any change, and returns it.
  @discardableResult
  func refuses(
    _ code: String,
    at place: SourceLocation = #_sourceLocation,
    _ body: () async throws -> some Any
  ) async throws -> CairnError? {
    let before = try await tables()
    let error = await refusal(at: place, body)
    #expect(error?.code == code, "\(error?.message ?? "")", sourceLocation: place)
    #expect(try await tables() == before, sourceLocation: place)
    return error
  }

  /// Expects that every projection matches a rebuild, and that every record can be read.
  func isSound(at place: SourceLocation = #_sourceLocation) async throws {
    let report = try await log.checkProjections(repair: false)
    #expect(report.isHealthy, "\(report)", sourceLocation: place)
  }

  /// Merges records of another log.
  @discardableResult
  func merge(_ records: Record...) async throws -> LogMergeReport {
    try await merge(records, [])
  }

  /// Merges records and mutations of another log; line numbers count records.
  @discardableResult
  func merge(_ records: [Record], _ mutations: [Mutation]) async throws -> LogMergeReport {
    try await log.write("Join") { writer in
      var join = try LogMerge(writer)
      for (index, record) in records.enumerated() { try join.add(record, line: index + 1) }
      for mutation in mutations { try join.add(mutation) }
      return try join.finish()
    }
  }

  /// Merges another log completely.
  @discardableResult
  func merge(all other: ScratchLog) async throws -> LogMergeReport {
    let (records, mutations) = (Seen<[Record]>(), Seen<[Mutation]>())
    (records.value, mutations.value) = ([], [])
    try await other.log.export(
      records: { records.value?.append($0) },
      mutations: { mutations.value?.append($0) }
    )
    return try await merge(records.value ?? [], mutations.value ?? [])
  }

  /// Returns the titles of all history entries, the latest first.
  func titles() async throws -> [String] {
    try await log.history(limit: .max).map(\.title)
  }

  /// Returns the totals of a day over all kinds; nil if there are none.
  func day(_ text: String, _ kind: SessionKind? = nil) async throws -> DayTotalRow? {
    let day = try #require(LocalDay(text: text))
    return try await log.dayTotals(kind, in: day...day).first
  }
}

extension SQLConnection {
  /// Returns all rows of a result as text with their values and types.
  func dump(_ sql: SQL) throws -> [String] {
    try all(sql) { row in
      try (0..<row.columnCount).map { "\(try row.value($0))" }.joined(separator: " | ")
    }
  }
}

/// Returns the error that `body` throws; fails the test otherwise.
func refusal(
  at place: SourceLocation = #_sourceLocation,
  _ body: () async throws -> some Any
) async -> CairnError? {
  await #expect(throws: CairnError.self, sourceLocation: place) { _ = try await body() }
}
