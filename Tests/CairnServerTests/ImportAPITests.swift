import Cairn
import CairnAccounts
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer
import CairnReports

private let list = "Title,Author,Pages\nDune,Frank Herbert,604\nEmma,Jane Austen,474\n"

@Suite struct `An import over HTTP` {
  @Test(arguments: TestTransport.allCases)
  func `is previewed, applied and undone`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      let before = try await served.contents()
      let plan = try await served.upload(list)
      #expect(plan.status == .created)
      #expect(plan.text.contains(#""state":"planned","format":"csv""#))
      #expect(plan.text.contains(#""dry_run":true,"added":2,"#))
      #expect(plan.text.contains(#""taken":"title from “Title”"#))
      #expect(try await served.contents() == before)
      let path = try "/api/v1/imports/" + plan.id()
      #expect(try await served.client.post(path + "/apply").status == .accepted)
      let done = try await served.client.ask(.get, path + "?wait=true").text
      #expect(done.contains(#""state":"applied""#))
      #expect(done.contains(#""done":2,"total":2,"#))
      #expect(done.contains(#""dry_run":false,"added":2,"#))
      #expect(try await served.log.books().map(\.title).sorted() == ["Dune", "Emma"])
      #expect(try await served.client.post(path + "/apply").text.contains(#""state":"applied""#))
      let again = try await served.upload(list).text
      #expect(again.contains(#""added":0,"updated":0,"unchanged":2,"#))
      let undone = try await served.client.post(path + "/undo")
      #expect(undone.text.contains(#""state":"undone""#))
      #expect(try await served.client.post(path + "/undo").text == undone.text)
      #expect(try await served.log.books().isEmpty)
      #expect(try await served.client.post(path + "/apply").status == .conflict)
    }
  }

  @Test func `is rejected when the file is not usable`() async throws {
    try await ServedLog.run { served in
      let before = try await served.contents()
      for (file, query, status, code) in [
        ("hello", "", 422, "import.unknown_format"), ("", "", 400, "request.malformed"),
        (list, "?format=goodreads", 422, "import.columns"),
        (list, "?format=x", 422, "request.field"),
        (list, "?map=title", 422, "request.field"), (list, "?map=title=Nope", 422, "usage.map"),
        (list, "?format=koreader", 422, "input.koreader"),
        (list, "?format=openreads&dates=dmy", 422, "usage.format"),
        (list, "?only=Project", 422, "request.field"),
        (list, "?wishlist=maybe", 422, "request.field"),
        (list, "?format=csv&only=Project=Reading", 422, "usage.format"),
        (list, "?only=Nope=Reading", 422, "import.columns"),
        (list, "?format=koreader&wishlist=true", 422, "usage.format"),
        (list, "?person=anna&format=csv", 422, "usage.format"),
        (#"{"cairn":1}"#, "", 422, "input.truncated"),
      ] {
        let answer = try await served.upload(file, query)
        #expect(answer.status.code == status, "\(query) \(file.prefix(8)): \(answer.text)")
        #expect(answer.text.contains("\"code\":\"\(code)\""), "\(answer.text)")
      }
      let form = try await served.client.ask(.post, "/api/v1/imports", list, type: "text/csv")
      #expect(form.status == .unsupportedMediaType)
      #expect(try await served.client.ask(.get, "/api/v1/imports").text == #"{"imports":[]}"#)
      #expect(try await served.contents() == before)
    }
  }

  @Test func `uses the given columns and date order`() async throws {
    try await ServedLog.run { served in
      let file = "Name;Zuletzt\nDune;2/1/2026\n"
      let query = "?map=title=Name;finished=Zuletzt&dates=dmy"
      let path = try await "/api/v1/imports/" + served.upload(file, query).id()
      _ = try await served.client.post(path + "/apply")
      _ = try await served.client.ask(.get, path + "?wait=true")
      let books = try await served.client.ask(.get, "/api/v1/shelf").text
      #expect(books.contains(#""finished":"2026-01-02""#))
    }
  }

  @Test func `accepts a form upload`() async throws {
    try await ServedLog.run { served in
      let body =
        "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n"
        + list + "\r\n--x--\r\n"
      let type = "multipart/form-data; boundary=x"
      let plan = try await served.client.ask(.post, "/api/v1/imports", body, type: type)
      #expect(plan.text.contains(#""added":2,"#))
    }
  }

  @Test func `of a whole log is a merge that is undone as one`() async throws {
    try await ServedLog.run { other in
      try await other.fill()
      let lines = try await other.client.ask(.get, "/api/v1/exports/cairn").text
      try await ServedLog.run { served in
        // Both logs use the same random numbers, so their ids differ only by the time.
        served.scratch.clock.advance(by: .hours(1))
        _ = try await served.person.add("Middlemarch")
        let path = try await "/api/v1/imports/" + served.upload(lines).id()
        _ = try await served.client.post(path + "/apply")
        let done = try await served.client.ask(.get, path + "?wait=true").text
        #expect(done.contains(#""report":null,"merged":{"records":"#), "\(done)")
        #expect(try await served.log.books().count == 2)
        #expect(try await served.client.post(path + "/undo").status == .ok)
        #expect(try await served.log.books().count == 1)
      }
      try await ServedLog.run { empty in
        let path = try await "/api/v1/imports/" + empty.upload(lines).id()
        _ = try await empty.client.post(path + "/apply")
        _ = try await empty.client.ask(.get, path + "?wait=true")
        let refused = try await empty.client.post(path + "/undo")
        #expect(refused.text.contains("import.nothing_to_undo"))
      }
    }
  }

  @Test func `of a whole log backs up the target log first`() async throws {
    let (copies, lines) = (Box(0), Box(""))
    try await ServedLog.run { other in
      try await other.fill()
      lines.value = try await other.client.ask(.get, "/api/v1/exports/cairn").text
    }
    let folder = MemoryFolder { copies.value += 1 }
    try await ServedLog.run(.memory, in: folder) { served in
      served.scratch.clock.advance(by: .hours(1))
      for (file, count) in [(list, 0), (lines.value, 1)] {
        let path = try await "/api/v1/imports/" + served.upload(file).id()
        #expect(copies.value == 0)
        _ = try await served.client.post(path + "/apply")
        let done = try await served.client.ask(.get, path + "?wait=true").text
        #expect(done.contains(#""state":"applied""#))
        #expect(copies.value == count)
      }
    }
  }

  @Test func `runs once when it is sent again under the same key`() async throws {
    try await ServedLog.run { served in
      let key = [("idempotency-key", "one")]
      let first = try await served.upload(list, fields: key)
      #expect(try await served.upload(list, fields: key).text == first.text)
      let all = try await served.client.ask(.get, "/api/v1/imports").text
      #expect(all.split(separator: #""state""#).count == 2)
      let path = try "/api/v1/imports/" + first.id()
      #expect(try await served.client.send(.delete, path).text.contains("forgotten"))
      #expect(try await served.client.ask(.get, path).status == .notFound)
    }
  }

  @Test func `expires after many other uploads`() async throws {
    try await ServedLog.run { served in
      let first = try await served.upload(list).id()
      for _ in 1...8 { _ = try await served.upload(list) }
      #expect(try await served.client.ask(.get, "/api/v1/imports/" + first).status == .notFound)
    }
  }

  @Test func `leaves everything or nothing when it is stopped`() async throws {
    try await ServedLog.run { served in
      let books = (0..<2_000).map { "Book \($0),Someone,300\n" }.joined()
      let path = try await "/api/v1/imports/" + served.upload("Title,Author,Pages\n" + books).id()
      _ = try await served.client.post(path + "/apply")
      await served.client.server.imports.end()
      #expect(try await [0, 2_000].contains(served.log.books().count))
    }
  }

  @Test func `belongs to its owner, and needs the right to write`() async throws {
    try await ServedAccounts.run { served in
      let (anna, ben) = (try await served.add("anna"), try await served.add("ben"))
      let client = served.client
      func ask(
        _ who: Account,
        _ scope: Credential.Scope,
        _ method: HTTPMethod,
        _ target: String,
        _ body: String = ""
      ) async throws -> HTTPResponse {
        let token = try await served.accounts
          .issue(.app, named: "one", scopes: [scope], to: who.id).secret
        let type = body.isEmpty ? nil : "application/octet-stream"
        let fields = [("authorization", "Bearer " + token)]
        return try await client.ask(method, target, body, type: type, fields)
      }
      #expect(try await ask(anna, .read, .post, "/api/v1/imports", list).status == .forbidden)
      let plan = try await ask(anna, .write, .post, "/api/v1/imports", list)
      #expect(plan.status == .created)
      let path = try "/api/v1/imports/" + plan.id()
      #expect(try await ask(ben, .read, .get, path).status == .notFound)
      #expect(try await ask(ben, .read, .get, "/api/v1/imports").text == #"{"imports":[]}"#)
      for action in ["/apply", "/undo"] {
        #expect(try await ask(ben, .write, .post, path + action).status == .notFound)
      }
      #expect(try await ask(ben, .write, .delete, path).status == .notFound)
      #expect(try await ask(anna, .read, .get, path).text == plan.text)
    }
  }
}

extension HTTPResponse {
  /// Returns the id in the response.
  fileprivate func id() throws -> String {
    guard case .string(let id)? = try JSON(parsing: body)["id"] else { return "none" }
    return id
  }
}

extension ServedLog {
  fileprivate func upload(
    _ file: String,
    _ query: String = "",
    fields: [(String, String)] = []
  ) async throws -> HTTPResponse {
    try await client.ask(
      .post,
      "/api/v1/imports" + query,
      file,
      type: "application/octet-stream",
      fields
    )
  }
}
