import Cairn
import Testing

@testable import CairnAccounts
@testable import CairnCLI

@Suite struct `The name of a connection` {
  private static let all = [("Kobo", 1), ("Kindle", 2), ("kobo", 3)].map(connection)

  private static func connection(_ name: String, _ number: UInt64) -> Connection {
    Connection(
      id: Identifier(RecordID(high: 1, low: number)),
      kind: .koreader,
      name: name,
      createdAt: .limit,
      pausedAt: nil,
      contactAt: nil,
      sessions: 0,
      problem: nil,
      isSignedIn: true
    )
  }

  @Test func `chooses the only one, and an id any`() throws {
    #expect(try Self.all.named("KINDLE") == Self.all[1])
    for one in Self.all {
      #expect(try Self.all.named(one.id.record.text) == one)
      #expect(try Self.all.named(one.shortID) == one)
    }
  }

  @Test func `is refused if several have it, with their ids`() {
    let error = #expect(throws: CairnError.self) { try Self.all.named("Kobo") }
    #expect(error?.code == "connection.ambiguous")
    for one in [Self.all[0], Self.all[2]] { #expect(error?.hint.contains(one.shortID) == true) }
    #expect(throws: CairnError.self) { try Self.all.named("Boox") }
  }
}
