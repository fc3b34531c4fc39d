import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer
import CairnAccounts

/// See spec/security.md L14.
@Suite struct `A clock that jumps ahead` {
  @Test func `does not expire credentials for good`() async throws {
    try await ServedAccounts.run { served in
      let anna = try await served.add("anna")
      var browser = Browser(client: served.client)
      _ = try await browser.submit("/sign-in", "name=anna&password=correct+horse")
      let right = served.clock.now
      served.clock.advance(by: .hours(10 * 365 * 24))
      #expect(try await browser.get("/").status == .seeOther)
      var other = Browser(client: served.client)
      _ = try await other.submit("/sign-in", "name=anna&password=correct+horse")
      _ = try await served.accounts.issue(.app, named: "a", to: anna.id)
      served.clock.set(to: right + .minutes(1))
      #expect(try await browser.get("/").status == .ok)
    }
  }

  @Test func `does not allow unlimited credentials`() async throws {
    try await ServedAccounts.run { served in
      let anna = try await served.add("anna")
      let first = try await served.accounts.issue(.app, named: "first", to: anna.id)
      for number in 0..<200 {
        served.clock.advance(by: .seconds(1))
        _ = try await served.accounts.issue(.app, named: "\(number)", to: anna.id)
      }
      let credentials = try await served.accounts.credentials(.app, of: anna.id)
      #expect(credentials.count == 200 && !credentials.contains(first.credential))
    }
  }
}

/// See spec/security.md L11 and L13.
@Suite struct `A full server` {
  /// The log has 1,000,000 bytes: at the quota, and above the reserve for short requests.
  @Test(arguments: [(Int64(990_000), HTTPStatus.created), (900_000, .insufficientStorage)])
  func `rejects a large request over the quota, and a small one once the reserve is used up`(
    quota: Int64,
    status: HTTPStatus
  ) async throws {
    try await ServedAccounts.run(.memory, { $0.accountQuota = quota }) { served in
      try await served.add("anna")
      var browser = try await served.browser(of: "anna")
      let note = String(repeating: "x", count: 9_000)
      let long = try await browser.post("/api/v1/books", #"{"title":"Dune","notes":"\#(note)"}"#)
      #expect(long.status == .insufficientStorage && long.text.contains("account.full"))
      #expect(try await browser.post("/api/v1/books", #"{"title":"Emma"}"#).status == status)
      #expect(try await browser.get("/").status == .ok)
      let epoch = try await browser.get("/api/v1/sync/hello").json()["epoch"]?.text ?? ""
      let pull = #"{"proto":2,"epoch":\#(epoch),"record":0,"mutation":0}"#
      #expect(try await browser.post("/api/v1/sync/pull", pull).status == .ok)
    }
  }

  @Test func `rejects a restored log that is larger than the quota`() async throws {
    try await ServedAccounts.run(.memory, { $0.accountQuota = 4_096 }) { served in
      try await served.add("anna")
      var browser = try await served.browser(of: "anna")
      let log = try await browser.get("/api/v1/account/log").body
      #expect(log.count > 4_096)
      let restored = try await browser.put("/api/v1/account/log", log)
      #expect(restored.status == .insufficientStorage && restored.text.contains("account.full"))
    }
  }

  @Test func `rejects an upload that the files to import leave no room for`() async throws {
    try await ServedAccounts.run(.memory, { $0.accountQuota = 1_000_100 }) { served in
      try await served.add("anna")
      var browser = try await served.browser(of: "anna")
      let file = Array(("Title,Author\n" + String(repeating: "Emma,Jane Austen\n", count: 3)).utf8)
      let path = "/api/v1/imports"
      let first = try await browser.upload(path, file)
      #expect(first.status == .created)
      let second = try await browser.upload(path, file)
      #expect(second.status == .insufficientStorage && second.text.contains("account.full"))
      guard case .string(let id)? = try JSON(parsing: first.body)["id"] else { return }
      #expect(try await browser.delete(path + "/" + id).status == .ok)
      #expect(try await browser.upload(path, file).status == .created)
    }
  }

  @Test(arguments: ["storage.cannot_write", "storage.no_directory", "input.no_file"])
  func `shows no file path to others`(code: String) {
    let problem = Problem(
      CairnError(code, "The file /var/lib/cairn/x cannot be written.", hint: "")
    )
    #expect(!problem.detail.contains("/var"))
  }
}
