import CairnSQL
import Testing

@testable import CairnAccounts
@testable import CairnStore

@Suite struct `The schema` {
  private static let all: [(steps: [Migration], dialect: SQLDialect)] = [
    (LogSchema.migrations, .sqlite), (LogSchema.postgresql, .postgresql),
    (AccountSchema.migrations, .sqlite), (AccountSchema.postgresql, .postgresql),
    (WebhookSchema.migrations, .sqlite),
  ]

  /// Databases have run these steps: a table that changes needs a new one.
  @Test(arguments: 0..<5) func `of a released step never changes`(list: Int) throws {
    for step in Self.all[list].steps {
      let dialect = Self.all[list].dialect
      let (checksum, digest) = (try step.checksum(for: dialect), try step.digest(for: dialect))
      #expect(checksum == digest, "\(step.name)")
    }
  }
}
