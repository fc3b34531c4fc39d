import Cairn
import CairnHTTP
import CairnServer
import CairnStore
import CairnTestKit
import Testing
import CairnAccounts

@Suite struct `A person's log as a file` {
  @Test(arguments: TestTransport.allCases)
  func `is downloaded and restored completely, and the replaced log is kept`(
    way: TestTransport
  ) async throws {
    try await ServedAccounts.run(way) { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      _ = try await anna.submit("/start", "title=Dune")
      let file = try await anna.get("/account/log")
      #expect(file.status == .ok)
      #expect(file.fields["content-type"] == "application/vnd.sqlite3")
      let name = file.fields["content-disposition"]
      #expect(name == "attachment; filename=\"cairn-2026-01-05.sqlite\"")
      let before = try await anna.get("/api/v1/sessions").text
      served.clock.advance(by: .minutes(2))
      #expect(try await anna.post("/api/v1/sessions", #"{"title":"Emma"}"#).status == .conflict)
      let list = try JSON(parsing: Array(before.utf8))
      guard case .array(let sessions)? = list["sessions"], case .string(let id)? = sessions[0]["id"]
      else { return #expect(Bool(false)) }
      #expect(try await anna.post("/api/v1/sessions/\(id)/end").status == .ok)
      let answer = try await anna.put("/api/v1/account/log", file.body)
      #expect(answer.status == .ok, "\(answer.text)")
      #expect(answer.text.hasPrefix(#"{"state":"restored","records":"#))
      #expect(try await anna.get("/api/v1/sessions").text.contains(#""state":"running""#))
    }
  }

  @Test func `is restored on the page without JavaScript`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      let empty = try await anna.get("/account/log").body
      _ = try await anna.submit("/start", "title=Dune")
      let answer = try await anna.upload("/account/log", empty)
      #expect(answer.fields["location"] == "/account")
      #expect(try await anna.get("/api/v1/sessions").text == #"{"sessions":[],"next":null}"#)
    }
  }

  @Test func `contains only that person's data`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      try await served.add("ben")
      var anna = try await served.browser(of: "anna")
      _ = try await anna.submit("/start", "title=Zanzibar")
      var ben = try await served.browser(of: "ben")
      let file = String(decoding: try await ben.get("/account/log").body, as: UTF8.self)
      #expect(!file.contains("Zanzibar"))
      let other = String(decoding: try await anna.get("/account/log").body, as: UTF8.self)
      #expect(other.contains("Zanzibar"))
    }
  }

  @Test func `is not replaced by an invalid file`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      _ = try await anna.submit("/start", "title=Dune")
      let before = try await anna.get("/api/v1/sessions").text
      for file in [[], Array("nonsense".utf8), [UInt8](repeating: 0, count: 100_000)] {
        let answer = try await anna.put("/api/v1/account/log", file)
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains("input.not_a_log"))
        #expect(try await anna.upload("/account/log", file).status == .unprocessable)
      }
      #expect(try await anna.submit("/account/log", "file=x").status == .badRequest)
      #expect(try await anna.post("/api/v1/account/log").status == .methodNotAllowed)
      #expect(try await anna.get("/api/v1/sessions").text == before)
    }
  }
}

@Suite struct `A deleted account` {
  @Test(arguments: TestTransport.allCases)
  func `leaves nothing, after its password is confirmed`(way: TestTransport) async throws {
    try await ServedAccounts.run(way) { served in
      let id = try await served.add("anna").id
      try await served.add("ben")
      var anna = try await served.browser(of: "anna")
      _ = try await anna.submit("/start", "title=Dune")
      let refused = try await anna.submit("/account/delete", "password=wrong+horse")
      #expect(refused.status == .unauthorized)
      #expect(refused.text.contains("The password is wrong."))
      #expect(try await anna.get("/").text.contains("Dune"))
      let answer = try await anna.submit("/account/delete", "password=correct+horse")
      #expect(answer.fields["location"] == "/sign-in")
      #expect(anna.cookies.isEmpty)
      #expect(try await served.accountService.all().map(\.name) == ["ben"])
      #expect(throws: (any Error).self) { try bytes(of: served.logs.path(id)) }
      #expect(throws: (any Error).self) { try bytes(of: served.logs.path(id) + "-wal") }
      #expect(try await served.add("anna").id != id)
    }
  }

  @Test func `can be deleted through the API with its password`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      let refused = try await anna.post("/api/v1/account/delete", #"{"password":""}"#)
      #expect(refused.status == .unauthorized)
      let json = #"{"password":"correct horse"}"#
      #expect(try await anna.post("/api/v1/account/delete", json).status == .ok)
      #expect(try await served.accountService.all().isEmpty)
    }
  }
}

@Suite struct `A multipart form` {
  private func form(_ body: String, _ boundary: String = "x") -> MultipartForm? {
    var request = HTTPRequest(.post, "/", body: Array(body.utf8))
    request.fields.append("content-type", "multipart/form-data; boundary=\(boundary)")
    return MultipartForm(request)
  }

  @Test func `returns its parts unchanged`() throws {
    let head =
      "Content-Disposition: form-data; name=\"file\"; filename=\"a;b.sqlite\"\r\n"
      + "Content-Type: application/octet-stream\r\n\r\n"
    let body =
      "--x\r\n\(head)a\r\n--\r\n-x\r\n\r\n--x\r\nContent-Disposition: form-data; name=b"
      + "\r\n\r\n\r\n--x--\r\n"
    let parts = try #require(form(body))
    #expect(parts["file"].map { String(decoding: $0, as: UTF8.self) } == "a\r\n--\r\n-x\r\n")
    #expect(parts["b"] == [])
    #expect(parts["c"] == nil)
  }

  @Test(arguments: [
    "", "--x", "--x--", "--x\r\n", "--x\r\n\r\n--x--",
    "--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--",
    "--y\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--y--",
    "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1",
    "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x--",
  ])
  func `has no fields when it is malformed`(body: String) {
    #expect(form(body)?["a"] == nil)
  }

  @Test func `has no fields without a boundary`() {
    #expect(form("--\r\n", "") == nil)
    #expect(form("--x--", String(repeating: "x", count: 71)) == nil)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `survives random input`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "--x", "\r\n", "--", "x", "Content-Disposition: form-data; name=a", "\r\n\r\n", ";", "\"",
    ]
    for _ in 0..<2_000 {
      let count = Int.random(in: 0..<20, using: &generator)
      let body = (0..<count).map { _ in
        pieces[Int.random(in: pieces.indices, using: &generator)]
      }
      _ = form(body.joined())
    }
  }
}
