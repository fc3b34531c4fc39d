import CairnSQL
import Testing

@testable import CairnStore

@Suite struct `The schema` {
  /// The released steps of each list of migrations with the hash of their SQL.
  private static let released:
    [(steps: [Migration], dialect: SQLDialect, count: Int, hash: String)] = [
      (LogSchema.migrations, .sqlite, 16, ""),
      (LogSchema.postgresql, .postgresql, 14, ""),
      (AccountSchema.migrations, .sqlite, 5, ""),
      (AccountSchema.postgresql, .postgresql, 6, ""),
      (WebhookSchema.migrations, .sqlite, 1, ""),
    ]

  /// Databases have run these steps: a table that changes needs a new one (`SQLTable.before`, `SQLTable.add`).
  @Test(arguments: 0..<5) func `of a released step never changes`(list: Int) throws {
    let (steps, dialect, count, hash) = Self.released[list]
    let sql = try steps.prefix(count).map { try $0.ddl(for: dialect) }.joined("\n")
    #expect(try Migration(1, "all", sqlite: sql, postgresql: sql).checksum(for: dialect) == hash)
  }
}
