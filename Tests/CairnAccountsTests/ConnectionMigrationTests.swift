import Cairn
@testable import CairnAccounts
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

@Suite(.enabled(if: TestEngine.hasPostgreSQL)) struct `Connections of a migrated account` {
  @Test(arguments: [false, true])
  func `keep their password, their documents and their files`(goesBack: Bool) async throws {
    try await withPlaces { file, shared in
      let (from, to) = goesBack ? (shared, file) : (file, shared)
      let anna = try await from.add(from.newID(), AccountName("anna"), hash: "a", zone: "UTC").id
      let (kobo, password) = try await from.addConnection(.koreader, named: "Kobo", to: anna)
      let document = ConnectedDocument("0b22", progress: Self.progress, title: "Dune")
      try await from.store([document], of: kobo.id, anna)
      let always = WriteCondition { _ in true }
      try await from.makeFolder("stats", of: kobo.id, anna)
      _ = try await from.put([0, 255, 39], at: "stats/a.txt", if: always, of: kobo.id, anna)
      try await from.report(sessions: 3, problem: "Too large.", of: kobo.id, anna)
      try await to.copy(anna, from: from)
      #expect(try await to.connections(of: anna) == from.connections(of: anna))
      #expect(try await to.document("0b22", of: anna) == document)
      #expect(try await to.files(of: kobo.id, anna) == from.files(of: kobo.id, anna))
      #expect(try await to.bytes(of: "stats/a.txt", kobo.id, anna) == [0, 255, 39])
      let secret = Accounts.deviceSecret(password)
      #expect(try await to.identity(ofDevice: secret)?.account.id == anna)
    }
  }

  private static let progress = ConnectedDocument.Progress(
    position: "/body/p[3]",
    percentage: "0.42",
    device: "Kobo",
    deviceID: "5C0FFEE",
    at: .scratchStart
  )

  /// Runs the body with accounts in a file and in PostgreSQL.
  private func withPlaces(_ body: (Accounts, Accounts) async throws -> Void) async throws {
    let environment = LogEnvironment(clock: ManualClock(at: .scratchStart), seed: 1)
    try await withScratchFolder { folder in
      try await TestEngine.device.scratchAccountDatabase(in: folder) { file in
        try await TestEngine.postgresql.scratchAccountDatabase { shared in
          try await body(
            .open(file, environment: environment),
            .open(shared, environment: environment)
          )
        }
      }
    }
  }
}
