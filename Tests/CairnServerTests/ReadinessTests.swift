import Cairn
import CairnHTTP
import CairnServer
import CairnStore
import CairnTestKit
import Testing

@Suite struct `A server that cannot serve` {
  private func readiness(
    _ change: (inout ServerDependencies) -> Void
  ) async throws -> (status: Int, text: String) {
    var answer = HTTPResponse(.ok)
    try await TestEngine.any.scratchLog { scratch in
      let server = ServedLog.server(scratch, host: "127.0.0.1:8080", change)
      let client = TestClient(server: server, host: "127.0.0.1:8080", port: nil)
      answer = try await client.ask(.get, "/readyz")
      #expect(try await client.ask(.get, "/healthz").status == .ok)
    }
    return (answer.status.code, answer.text)
  }

  @Test func `is not ready while it shuts down`() async throws {
    let (status, text) = try await readiness { $0.process.isStopping = { true } }
    #expect(status == 503)
    #expect(text.contains(#""running":false"#))
  }

  @Test func `is not ready without its indexes`() async throws {
    let (status, text) = try await readiness { $0.databaseExists = { false } }
    #expect(status == 503)
    #expect(text.contains(#""log":false"#))
  }

  @Test func `is not ready when the disk is full`() async throws {
    let (status, text) = try await readiness { $0.freeBytes = { 16 << 20 - 1 } }
    #expect(status == 503)
    #expect(text.contains(#""disk":false"#))
  }

  @Test func `is not ready when the accounts cannot be read`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      #expect(try await served.client.ask(.get, "/readyz").status == .ok)
      let noise = [UInt8](repeating: 7, count: 100_000)
      try write(noise, to: served.logs.folder + "/accounts.sqlite")
      let answer = try await served.client.ask(.get, "/readyz")
      #expect(answer.status == .unavailable)
      #expect(answer.text.contains(#""log":false"#))
    }
  }
}
