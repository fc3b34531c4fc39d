import Cairn
import CairnHTTP
import CairnServer
import CairnStore
import CairnTestKit
import Testing
import CairnAccounts

@Suite struct `The first account` {
  private let form = "name=anna&password=correct+horse"

  @Test(arguments: TestTransport.allCases)
  func `is created once, with the printed link`(way: TestTransport) async throws {
    try await ServedAccounts.run(way) { served in
      let path = try #require(try await served.accountService.setupPath())
      var browser = Browser(client: served.client)
      #expect(try await browser.get(path).text.contains("Create the first account"))
      #expect(try await browser.submit(path, form).fields["location"] == "/")
      #expect(try await browser.get("/").status == .ok)
      var other = Browser(client: served.client)
      #expect(try await other.get(path).status == .notFound)
      let again = try await other.submit(path, "name=mallory&password=correct+horse")
      #expect(again.status == .notFound)
      #expect(again.text.contains("account.invalid_setup_link"))
      #expect(try await served.accountService.all().map(\.name) == ["anna"])
      #expect(try await served.accountService.setupPath() == nil)
    }
  }

  @Test func `is created once by two concurrent requests`() async throws {
    try await ServedAccounts.run { served in
      let path = try #require(try await served.accountService.setupPath())
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for name in ["anna", "ben", "carl"] {
          group.addTask {
            var browser = Browser(client: served.client)
            let form = "name=\(name)&password=correct+horse"
            return try await browser.submit(path, form).status.code
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [303, 404, 404])
      #expect(try await served.accountService.all().count == 1)
    }
  }

  @Test func `is rejected a day later, and with an older link`() async throws {
    try await ServedAccounts.run { served in
      let old = try #require(try await served.accountService.setupPath())
      let path = try #require(try await served.accountService.setupPath())
      var browser = Browser(client: served.client)
      #expect(try await browser.submit(old, form).status == .notFound)
      served.clock.advance(by: .hours(24))
      #expect(try await browser.submit(path, form).status == .notFound)
      #expect(try await served.accountService.all().isEmpty)
    }
  }

  @Test func `can be retried after an invalid name or password`() async throws {
    try await ServedAccounts.run { served in
      let path = try #require(try await served.accountService.setupPath())
      var browser = Browser(client: served.client)
      for form in ["name=anna&password=short", "name=%3Cb%3E&password=correct+horse"] {
        #expect(try await browser.submit(path, form).status == .unprocessable)
      }
      #expect(try await browser.submit(path, form).status == .seeOther)
    }
  }

  @Test func `created on the command line disables the link`() async throws {
    try await ServedAccounts.run { served in
      let path = try #require(try await served.accountService.setupPath())
      try await served.add("anna")
      var browser = Browser(client: served.client)
      #expect(try await browser.submit(path, "name=eve&password=correct+horse").status == .notFound)
    }
  }

  @Test func `teaches the server the host name under which its link is opened`() async throws {
    let known = LockedValue<Set<String>>([])
    let learned = LearnedHosts {
      known.withLock { $0 }
    } add: { name in
      known.withLock { _ = $0.insert(name) }
    }
    try await ServedAccounts.run {
      $0.learnedHosts = learned
    } _: { served in
      let path = try #require(try await served.accountService.setupPath())
      func status(_ target: String) async -> HTTPStatus {
        var request = HTTPRequest(.get, target, address: "127.0.0.1")
        request.fields.append("host", "Log.Example.org:443")
        request.fields.append("x-forwarded-proto", "https")
        return await served.client.server.respond(to: request).status
      }
      #expect(await status("/setup/" + String(repeating: "0", count: 64)) == .notFound)
      #expect(await status("/assets/app.css") == .misdirected && known.withLock { $0 } == [])
      #expect(await status(path) == .ok && known.withLock { $0 } == ["log.example.org"])
      #expect(await status("/assets/app.css") == .ok)
    }
  }

  @Test func `stores only a hash of its link`() async throws {
    try await ServedAccounts.run { served in
      let path = try #require(try await served.accountService.setupPath())
      #expect(path.count == "/setup/".count + 64)
      #expect(try !served.accountsFile().contains(path.dropFirst("/setup/".count)))
    }
  }
}
