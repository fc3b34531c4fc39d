import Cairn
import CairnAccounts
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `Open logs` {
  @Test func `never exceed the limit, however many people use the server`() async throws {
    try await ServedAccounts.run(openLogs: 3) { served in
      let names = (1...8).map { "person\($0)" }
      for name in names { try await served.add(name) }
      for _ in 1...2 {
        for name in names {
          var browser = try await served.browser(of: name)
          _ = try await browser.submit("/start", "title=\(name)")
          #expect(try await browser.get("/").text.contains(name))
          #expect(served.accountService.logs.count <= 3)
        }
      }
    }
  }

  @Test func `stay open while in use`() async throws {
    try await ServedAccounts.run(openLogs: 1) { served in
      let (anna, ben) = (try await served.add("anna"), try await served.add("ben"))
      let logs = served.accountService.logs
      let lease = try await logs.lease(anna.id)
      _ = try await logs.lease(ben.id)
      #expect(try await logs.lease(anna.id) === lease)
      // The task that opened ben's log keeps a lease until it ends.
      for _ in 0..<10_000 where logs.count > 1 {
        await Task.yield()
        _ = try await logs.lease(anna.id)
      }
      #expect(logs.count == 1)
    }
  }

  @Test func `are opened once for concurrent requests`() async throws {
    try await ServedAccounts.run { served in
      let anna = try await served.add("anna")
      let leases = try await withThrowingTaskGroup(of: LogLease.self) { group in
        for _ in 0..<20 {
          group.addTask { try await served.accountService.logs.lease(anna.id) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(leases.allSatisfy { $0 === leases[0] })
    }
  }
}
