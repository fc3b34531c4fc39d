import Cairn
import CairnHTTP
import CairnReports
import CairnSQL
@testable import CairnStore
import CairnTestKit
import Testing

@testable import CairnAccounts
@testable import CairnServer

private let list = "Title,Author,Pages\nDune,Frank Herbert,604\nEmma,Jane Austen,474\n"

@Suite(.enabled(if: TestEngine.hasPostgreSQL)) struct `An import shared by several servers` {
  @Test func `is planned at one, applied at another and undone at a third`() async throws {
    try await TwoServers.run { two in
      let plan = try await two.one.upload(list)
      #expect(plan.status == .created)
      let path = try "/api/v1/imports/" + plan.id()
      #expect(try await two.other.ask(.get, path).text == plan.text)
      #expect(try await two.other.ask(.post, path + "/apply").status == .accepted)
      let done = try await two.one.ask(.get, path + "?wait=true").text
      #expect(done.contains(#""state":"applied""#))
      #expect(done.contains(#""done":2,"total":2,"#))
      #expect(done.contains(#""dry_run":false,"added":2,"#))
      #expect(try await two.other.ask(.get, path).text == done)
      let again = try await two.one.ask(.post, path + "/apply").text
      #expect(again == done)
      let third = try await two.third().ask(.post, path + "/undo").text
      #expect(third.contains(#""state":"undone""#))
      #expect(try await two.one.ask(.get, path).text == third)
      #expect(try await two.one.ask(.post, path + "/apply").status == .conflict)
      let shelf = try await two.one.ask(.get, "/api/v1/shelf").text
      #expect(!shelf.contains("Dune"))
    }
  }

  @Test func `runs once, at any server and however often it is requested`() async throws {
    try await TwoServers.run { two in
      let path = try await "/api/v1/imports/" + two.one.upload(list).id()
      await withTaskGroup(of: Void.self) { group in
        for client in [two.one, two.other, two.one, two.other] {
          group.addTask { _ = try? await client.ask(.post, path + "/apply") }
        }
      }
      let done = try await two.other.ask(.get, path + "?wait=true").text
      #expect(done.contains(#""added":2,"updated":0,"unchanged":0,"#), "\(done)")
      let lines = try await two.one.ask(.get, "/api/v1/history").text
      #expect(lines.split(separator: "Imported 2 books").count == 2, "\(lines)")
    }
  }

  @Test func `is deleted everywhere, and only by its owner`() async throws {
    try await TwoServers.run { two in
      let path = try await "/api/v1/imports/" + two.one.upload(list).id()
      let ben = try await two.signed("ben")
      #expect(try await ben.ask(.get, path).status == .notFound)
      #expect(try await ben.ask(.delete, path).status == .notFound)
      #expect(try await ben.ask(.get, "/api/v1/imports").text == #"{"imports":[]}"#)
      #expect(try await two.other.ask(.get, "/api/v1/imports").text.contains("planned"))
      #expect(try await two.files.bytes(of: two.owner) == Int64(list.utf8.count))
      #expect(try await two.other.ask(.delete, path).status == .ok)
      #expect(try await two.files.bytes(of: two.owner) == 0)
      #expect(try await two.one.ask(.get, path).status == .notFound)
    }
  }

  @Test func `is private to a person, even under the same key as another`() async throws {
    try await TwoServers.run { two in
      let key = [("idempotency-key", "one")]
      let ben = try await two.signed("ben")
      let first = try await two.one.upload(list, fields: key).id()
      let second = try await ben.upload(list, fields: key).id()
      #expect(first != second)
      #expect(try await ben.ask(.get, "/api/v1/imports/" + second).status == .ok)
      #expect(try await two.other.ask(.get, "/api/v1/imports/" + first).status == .ok)
    }
  }

  @Test func `can be undone when the server crashed before it recorded the result`() async throws {
    try await TwoServers.run { two in
      let id = try await two.one.upload(list).id()
      let (path, record) = ("/api/v1/imports/" + id, try #require(RecordID(text: id)))
      let block = try #require(try await two.files.block(0, of: record, of: two.owner))
      _ = try await two.one.ask(.post, path + "/apply")
      let done = try await two.one.ask(.get, path + "?wait=true").text
      try await two.database.write(as: two.owner) {
        try $0.run("UPDATE uploaded_file SET state = 'failed' WHERE id = \(record)")
        try $0.run(
          "INSERT INTO uploaded_block (file, number, bytes) VALUES (\(record), 0, \(block))"
        )
      }
      _ = try await two.other.ask(.post, path + "/apply")
      let again = try await two.other.ask(.get, path + "?wait=true").text
      #expect(again.contains(#""added":2,"updated":0,"unchanged":0,"#), "\(again)")
      #expect(
        try JSON(parsing: Array(again.utf8))["entry"] == JSON(parsing: Array(done.utf8))["entry"]
      )
      #expect(try await two.one.ask(.post, path + "/undo").status == .ok)
      #expect(try await !two.other.ask(.get, "/api/v1/shelf").text.contains("Dune"))
    }
  }

  @Test func `runs again when its undo could not be recorded`() async throws {
    try await TwoServers.run { two in
      let id = try await two.one.upload(list).id()
      let (path, record) = ("/api/v1/imports/" + id, try #require(RecordID(text: id)))
      let block = try #require(try await two.files.block(0, of: record, of: two.owner))
      _ = try await two.one.ask(.post, path + "/apply")
      _ = try await two.one.ask(.get, path + "?wait=true")
      #expect(try await two.other.ask(.post, "/api/v1/history/undo").status == .ok)
      try await two.database.write(as: two.owner) {
        try $0.run("UPDATE uploaded_file SET state = 'failed' WHERE id = \(record)")
        try $0.run(
          "INSERT INTO uploaded_block (file, number, bytes) VALUES (\(record), 0, \(block))"
        )
      }
      _ = try await two.other.ask(.post, path + "/apply")
      _ = try await two.other.ask(.get, path + "?wait=true")
      #expect(try await two.one.ask(.get, "/api/v1/shelf").text.contains("Dune"))
      #expect(try await two.one.ask(.post, path + "/undo").status == .ok)
    }
  }

  @Test func `counts as undone when its undo could not be recorded`() async throws {
    try await TwoServers.run { two in
      let path = try await "/api/v1/imports/" + two.one.upload(list).id()
      _ = try await two.one.ask(.post, path + "/apply")
      _ = try await two.one.ask(.get, path + "?wait=true")
      #expect(try await two.other.ask(.post, "/api/v1/history/undo").status == .ok)
      #expect(try await two.other.ask(.post, path + "/undo").text.contains(#""state":"undone""#))
    }
  }

  @Test func `is deleted with the account`() async throws {
    try await TwoServers.run { two in
      _ = try await two.one.upload(list)
      let (files, owner) = (two.files, two.owner)
      #expect(try await files.all(of: owner).count == 1)
      try await two.served.accountService.remove(two.account)
      #expect(try await files.all(of: owner).isEmpty)
    }
  }

  @Test func `can be taken over when its server stopped`() async throws {
    try await TwoServers.run { two in
      let id = try await two.one.upload(list).id()
      let path = "/api/v1/imports/" + id
      let record = try #require(RecordID(text: id))
      #expect(try await two.files.claim(record, of: two.owner, by: RecordID(high: 1, low: 1)))
      #expect(try await two.other.ask(.get, path).text.contains(#""state":"applying""#))
      #expect(try await two.other.ask(.delete, path).status == .conflict)
      try await two.database.write(as: two.owner) {
        try $0.run(
          "UPDATE uploaded_file SET updated_at = updated_at - interval '2 minutes' WHERE id = \(record)"
        )
      }
      let left = try await two.other.ask(.get, path).text
      #expect(left.contains(#""state":"failed""#) && left.contains("import.stalled"), "\(left)")
      _ = try await two.other.ask(.post, path + "/apply")
      let done = try await two.other.ask(.get, path + "?wait=true").text
      #expect(done.contains(#""state":"applied""#), "\(done)")
    }
  }

  @Test func `ends a wait after the heartbeat interval`() async throws {
    var pace = ChangeFeedConfiguration.multiUser
    pace.heartbeat = .milliseconds(10)
    try await TwoServers.run(pace: pace) { two in
      let id = try await two.one.upload(list).id()
      let record = try #require(RecordID(text: id))
      #expect(try await two.files.claim(record, of: two.owner, by: RecordID(high: 1, low: 1)))
      let state = try await two.one.ask(.get, "/api/v1/imports/" + id + "?wait=true").text
      #expect(state.contains(#""state":"applying""#), "\(state)")
    }
  }

  @Test func `keeps its column mapping`() async throws {
    try await TwoServers.run { two in
      let file = "Name;Zuletzt\nDune;2/1/2026\n"
      let query = "?map=title=Name;finished=Zuletzt&dates=dmy"
      let plan = try await two.one.upload(file, query)
      let path = try "/api/v1/imports/" + plan.id()
      #expect(try await two.other.ask(.get, path).text == plan.text)
      _ = try await two.other.ask(.post, path + "/apply")
      _ = try await two.other.ask(.get, path + "?wait=true")
      let books = try await two.one.ask(.get, "/api/v1/shelf").text
      #expect(books.contains(#""finished":"2026-01-02""#))
    }
  }

  @Test func `has the same plan at every server, in any format`() async throws {
    try await TwoServers.run { two in
      _ = try await two.one.upload(list)
      let lines = try await two.one.ask(.get, "/api/v1/exports/cairn").text
      let odd = "Title,Author,Pages\nDune,Frank Herbert,604\n,Nobody,5\nA \"b\",C,x\n"
      for file in [odd, lines] {
        let plan = try await two.one.upload(file)
        #expect(plan.status == .created, "\(plan.text)")
        let path = try "/api/v1/imports/" + plan.id()
        #expect(try await two.other.ask(.get, path).text == plan.text)
      }
    }
  }

  @Test func `is invisible until its upload is complete, and can be sent again`() async throws {
    try await TwoServers.run { two in
      let key = [("idempotency-key", "one")]
      let id = try await two.one.upload(list, fields: key).id()
      let record = try #require(RecordID(text: id))
      try await two.database.write(as: two.owner) {
        try $0.run("UPDATE uploaded_file SET state = 'uploading' WHERE id = \(record)")
      }
      #expect(try await two.other.ask(.get, "/api/v1/imports/" + id).status == .notFound)
      #expect(try await two.other.ask(.get, "/api/v1/imports").text == #"{"imports":[]}"#)
      #expect(try await two.other.upload(list, fields: key).id() == id)
      #expect(try await two.one.ask(.get, "/api/v1/imports/" + id).text.contains("planned"))
    }
  }

  @Test func `of several blocks arrives complete`() async throws {
    try await TwoServers.run { two in
      let books = (0..<40_000).map { "Book number \($0) of many,Someone Else,300\n" }.joined()
      let file = "Title,Author,Pages\n" + books
      let sent = UploadedFile(
        RecordID(high: 2, low: 2),
        of: two.owner,
        createdAt: two.served.clock.now,
        .planned,
        job: "{}"
      )
      try await two.files.insert(sent, options: "{}", Array(file.utf8))
      var (whole, number) = ([UInt8](), 0)
      while let block = try await two.files.block(number, of: sent.id, of: sent.owner) {
        whole += block
        number += 1
      }
      #expect(whole == Array(file.utf8) && number == 2)
      let found = try await two.files.find(sent.id, of: sent.owner)
      #expect(found == sent)
    }
  }
}

/// One account on two servers with the same database.
private struct TwoServers {
  let served: ServedAccounts
  let database: any SQLDatabase
  let account: Account
  let one: AuthenticatedClient
  let other: AuthenticatedClient

  var files: UploadedFiles { .shared(in: database) }
  var owner: String { account.id.record.text }

  static func run(
    pace: ChangeFeedConfiguration = .multiUser,
    _ body: (TwoServers) async throws -> Void
  ) async throws {
    try await ServedAccounts.run(on: .postgresql, pace: pace) { served in
      let account = try await served.add("anna")
      let one = try await AuthenticatedClient(served, account, served.client.server)
      try await body(
        TwoServers(
          served: served,
          database: served.accounts.database,
          account: account,
          one: one,
          other: try await AuthenticatedClient(served, account, served.server())
        )
      )
    }
  }

  /// Returns a client of a third server that has not received any request.
  func third() async throws -> AuthenticatedClient {
    try await AuthenticatedClient(served, account, served.server())
  }

  func signed(_ name: String) async throws -> AuthenticatedClient {
    try await AuthenticatedClient(served, try await served.add(name), served.server())
  }
}

extension ServedAccounts {
  /// Returns another server with the same accounts.
  fileprivate func server() -> Server {
    Server(accountService, dependencies: .scratch(client.host, accounts.environment, false))
  }
}

/// A client that authenticates with an API token.
private struct AuthenticatedClient: Sendable {
  let client: TestClient
  let token: String

  init(_ served: ServedAccounts, _ account: Account, _ server: Server) async throws {
    client = TestClient(server: server, host: served.client.host, port: nil)
    token = try await served.accounts
      .issue(.app, named: "one", scopes: [.read, .write], to: account.id).secret
  }

  func ask(_ method: HTTPMethod, _ target: String) async throws -> HTTPResponse {
    try await client.ask(method, target, "", [("authorization", "Bearer " + token)])
  }

  func upload(
    _ file: String,
    _ query: String = "",
    fields: [(String, String)] = []
  ) async throws -> HTTPResponse {
    let (path, type) = ("/api/v1/imports" + query, "application/octet-stream")
    let all = fields + [("authorization", "Bearer " + token)]
    return try await client.ask(.post, path, file, type: type, all)
  }
}

extension HTTPResponse {
  /// Returns the id in the response.
  fileprivate func id() throws -> String {
    guard case .string(let id)? = try JSON(parsing: body)["id"] else { return "none" }
    return id
  }
}
