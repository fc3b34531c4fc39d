import Cairn
import CairnAccounts
import CairnHTTP
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `The folder of a device` {
  @Test(arguments: TestEngine.ofAccounts)
  func `returns the bytes that were put, under the tag of their version`(engine: TestEngine)
    async throws
  {
    try await ServedDevice.run(on: engine) { device, _ in
      #expect(try await device.store(.get, "/a.txt").status == .notFound)
      let made = try await device.store(.put, "/a.txt", "one")
      #expect(made.status == .created)
      let tag = try #require(made.fields["etag"])
      let got = try await device.store(.get, "/a.txt")
      #expect(got.text == "one" && got.fields["etag"] == tag)
      #expect(got.fields["last-modified"] == "Mon, 05 Jan 2026 18:00:00 GMT")
      #expect(try await device.store(.head, "/a.txt").status == .ok)
      let same = try await device.store(.get, "/a.txt", "", [("if-none-match", tag)])
      #expect(same.status == .notModified)
      let changed = try await device.store(.put, "/a.txt", "two", [("if-match", tag)])
      #expect(changed.status == .noContent && changed.fields["etag"] != tag)
      let late = try await device.store(.put, "/a.txt", "three", [("if-match", tag)])
      #expect(late.status == .preconditionFailed)
      let second = try await device.store(.put, "/a.txt", "three", [("if-none-match", "*")])
      #expect(second.status == .preconditionFailed)
      let missing = try await device.store(.put, "/b.txt", "b", [("if-match", tag)])
      #expect(missing.status == .preconditionFailed)
      #expect(try await device.store(.get, "/a.txt").text == "two")
      #expect(try await device.store(.delete, "/a.txt").status == .noContent)
      #expect(try await device.store(.delete, "/a.txt").status == .notFound)
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `lists a folder as KOReader reads it`(engine: TestEngine) async throws {
    try await ServedDevice.run(on: engine) { device, _ in
      #expect(try await device.store(.mkcol, "/books").status == .created)
      _ = try await device.store(.put, "/books/a b&c.txt", "12345")
      _ = try await device.store(.put, "/top.txt", "")
      let root = try await device.store(.propfind, "/", "", [("depth", "1")])
      #expect(root.status.code == 207)
      #expect(root.text.contains("<D:href>/koreader/webdav/</D:href>"))
      #expect(root.text.contains("<D:href>/koreader/webdav/books/</D:href>"))
      #expect(root.text.contains("<D:href>/koreader/webdav/top.txt</D:href>"))
      #expect(!root.text.contains("a%20b"))
      let books = try await device.store(.propfind, "/books/", "", [("depth", "1")]).text
      #expect(books.contains("<D:href>/koreader/webdav/books/a%20b%26c.txt</D:href>"))
      #expect(books.contains("<D:getcontentlength>5</D:getcontentlength>"))
      let alone = try await device.store(.propfind, "/books", "", [("depth", "0")]).text
      #expect(alone.contains("<D:collection/>") && !alone.contains("a%20b"))
      #expect(try await device.store(.propfind, "/none", "", [("depth", "1")]).status == .notFound)
      let options = try await device.store(.options, "/")
      #expect(options.fields["dav"] == "1" && options.fields["allow"]?.contains("PROPFIND") == true)
    }
  }

  @Test(arguments: [(nil, 403), ("infinity", 403), ("2", 400), ("", 400), ("0", 207), ("1", 207)])
  func `is listed to a depth of 0 or 1`(depth: String?, status: Int) async throws {
    try await ServedDevice.run { device, _ in
      let fields = depth.map { [("depth", $0)] } ?? []
      let answer = try await device.store(.propfind, "/", "", fields)
      #expect(answer.status.code == status)
      #expect(answer.text.contains("propfind-finite-depth") == (status == 403))
    }
  }

  @Test func `keeps the rules of folders`() async throws {
    try await ServedDevice.run { device, _ in
      let answers: [(HTTPMethod, String, String, Int)] = [
        (.put, "/none/a.txt", "a", 409), (.mkcol, "/none/a", "", 409), (.mkcol, "/a", "", 201),
        (.mkcol, "/a", "", 405), (.mkcol, "/b", "<x/>", 415), (.put, "/a", "a", 405),
        (.put, "/a/b.txt", "b", 201), (.mkcol, "/a/b.txt", "", 405), (.put, "/a0.txt", "b", 201),
        (.put, "/a/../c.txt", "b", 403), (.put, "/a/%2e%2e/c.txt", "b", 403),
        (.put, "/a/%2Fc.txt", "b", 403), (.put, "//c.txt", "b", 403), (.put, "/", "b", 404),
        (.put, "/a/%0Ac.txt", "b", 403), (.mkcol, "/1/2/3/4/5/6/7/8/9", "", 403),
        (.put, "/\(String(repeating: "x", count: 201))", "b", 403),
        (.delete, "/a", "", 204), (.get, "/a/b.txt", "", 404), (.get, "/a0.txt", "", 200),
        (.delete, "/", "", 404), (.post, "/a", "", 405), (HTTPMethod("LOCK"), "/a0.txt", "", 405),
      ]
      for (method, target, body, status) in answers {
        let answer = try await device.store(method, target, body)
        #expect(answer.status.code == status, "\(method.name) \(target)")
      }
    }
  }

  @Test func `has a limit of files and of bytes`() async throws {
    try await ServedDevice.run { device, _ in
      for number in 0..<100 { _ = try await device.store(.put, "/\(number).txt", "x") }
      let extra = try await device.store(.put, "/extra.txt", "x")
      #expect(extra.status == .insufficientStorage)
      #expect(try await device.store(.put, "/99.txt", "longer").status == .noContent)
      for number in 0..<99 { _ = try await device.store(.delete, "/\(number).txt") }
      let large = String(repeating: "x", count: 33_554_433)
      #expect(try await device.store(.put, "/large.txt", large).status == .insufficientStorage)
      #expect(try await device.store(.put, "/1.txt", String(large.dropLast())).status == .created)
      #expect(
        try await device.store(.put, "/2.txt", large.dropLast(8).description).status == .created
      )
      #expect(try await device.store(.put, "/3.txt", "three bytes").status == .insufficientStorage)
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `counts with those of the other devices of its person`(engine: TestEngine) async throws {
    try await ServedDevice.run(on: engine) { device, anna in
      let accounts = device.served.accounts
      let account = try #require(try await accounts.named("anna")).id
      let id = Identifier<Connection>(try #require(RecordID(text: device.id)))
      #expect(try await accounts.storedBytes(besides: "a.txt", of: id, account) == 0)
      let phone = try await ServedDevice.add("Phone", to: device.served, &anna)
      for one in [device, phone] { _ = try await one.store(.put, "/a.txt", "12345") }
      _ = try await device.store(.put, "/b.txt", "123")
      #expect(try await accounts.storedBytes(besides: "a.txt", of: id, account) == 8)
      #expect(try await accounts.storedBytes(besides: "", of: id, account) == 13)
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `is open to its device alone`(engine: TestEngine) async throws {
    try await ServedDevice.run(on: engine) { device, anna in
      _ = try await device.store(.put, "/a.txt", "Zanzibar")
      try await device.served.add("ben")
      var ben = try await device.served.browser(of: "ben")
      let others = [
        try await ServedDevice.add("Other", to: device.served, &anna),
        try await ServedDevice.add("Kindle", to: device.served, &ben),
      ]
      for other in others {
        #expect(try await other.store(.get, "/a.txt").status == .notFound)
        let list = try await other.store(.propfind, "/", "", [("depth", "1")]).text
        #expect(!list.contains("a.txt"))
      }
      let stranger = try await device.served.client.ask(.get, "/koreader/webdav/a.txt")
      #expect(stranger.status == .unauthorized)
      #expect(stranger.fields["www-authenticate"] == #"Basic realm="Cairn""#)
      #expect(try await anna.get("/koreader/webdav/a.txt").status == .unauthorized)
      _ = try await anna.delete("/api/v1/connections/" + device.id)
      #expect(try await device.store(.get, "/a.txt").status == .unauthorized)
    }
  }
}

@Suite struct `Statistics of KOReader` {
  private static let start = Instant.scratchStart.milliseconds / 1_000 - 86_400

  /// Returns a file with views of pages of a minute each, in minutes after the start.
  private static func file(_ views: [(page: Int, minute: Int)]) -> String {
    (["book 1 Dune"]
      + views.map { "page 1 \($0.page) \(start + Int64($0.minute) * 60) 60 400" })
      .joined(separator: "\n")
  }

  private static func sessions(_ anna: inout Browser) async throws -> [Int64] {
    let json = try await anna.get("/api/v1/sessions").json()["sessions"]
    guard case .array(let all)? = json else { return [] }
    return all.compactMap { one in
      guard case .integer(let seconds)? = one["active_seconds"] else { return nil }
      return seconds
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `become sessions once, however often they are put`(engine: TestEngine) async throws {
    try await ServedDevice.run(on: engine) { device, anna in
      let file = Self.file([(1, 0), (2, 1), (3, 2), (4, 60), (5, 61)])
      #expect(try await device.store(.mkcol, "/stats").status == .created)
      #expect(try await device.store(.put, "/stats/statistics.sqlite3", file).status == .created)
      #expect(try await Self.sessions(&anna).sorted() == [120, 180])
      let history = try await anna.get("/api/v1/history").text
      #expect(history.contains("2 new sessions from Kobo"))
      for _ in 0..<2 {
        let again = try await device.store(.put, "/stats/statistics.sqlite3", file)
        #expect(again.status == .noContent)
      }
      #expect(try await anna.get("/api/v1/history").text == history)
      #expect(try await device.store(.get, "/stats/statistics.sqlite3").text == file)
      let list = try await anna.get("/api/v1/connections").text
      #expect(list.contains(#""sessions":2,"problem":null"#))
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `that cannot be stored are not imported`(engine: TestEngine) async throws {
    try await ServedDevice.run(on: engine) { device, anna in
      let file = Self.file([(1, 0), (2, 1)])
      _ = try await device.store(.mkcol, "/full")
      _ = try await device.store(.mkcol, "/full/statistics.sqlite3")
      let answers = [
        try await device.store(.put, "/none/statistics.sqlite3", file),
        try await device.store(.put, "/full/statistics.sqlite3", file),
        try await device.store(.put, "/statistics.sqlite3", file, [("if-match", "\"x\"")]),
      ]
      #expect(answers.map(\.status.code) == [409, 405, 412])
      for number in 0..<98 { _ = try await device.store(.mkcol, "/\(number)") }
      let extra = try await device.store(.put, "/statistics.sqlite3", file)
      #expect(extra.status == .insufficientStorage)
      #expect(try await Self.sessions(&anna).isEmpty)
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `say which sessions were not imported, and why`(engine: TestEngine) async throws {
    try await ServedDevice.run(on: engine) { device, anna in
      let future = Self.file([(1, 0), (2, 1_500), (3, 1_600)])
      #expect(try await device.store(.put, "/statistics.sqlite3", future).status == .created)
      #expect(try await Self.sessions(&anna) == [60])
      let page = try await anna.get("/settings/connections").text
      #expect(page.contains("2 items were not imported. The first: “Dune, "))
      #expect(!page.contains("05T19:00:00Z"))
    }
  }

  @Test func `let a session grow`() async throws {
    try await ServedDevice.run { device, anna in
      _ = try await device.store(.put, "/statistics.sqlite3", Self.file([(1, 0), (2, 1)]))
      let longer = Self.file([(1, 0), (2, 1), (3, 2), (4, 3)])
      _ = try await device.store(.put, "/statistics.sqlite3", longer)
      #expect(try await Self.sessions(&anna) == [240])
    }
  }

  /// Each case has what two devices put one after the other, and the seconds of the sessions then.
  static let devices:
    [(first: [(page: Int, minute: Int)], second: [(page: Int, minute: Int)], [Int64])] = [
      // The second device began with a copy of the first one's statistics.
      ([(1, 0), (2, 1), (3, 2)], [(1, 0), (2, 1)], [180]),
      ([(1, 0), (2, 1)], [(1, 0), (2, 1), (3, 2)], [180]),
      // They were read in turn, within minutes.
      ([(1, 0), (2, 1), (4, 3)], [(3, 2), (5, 4)], [300]),
      ([(3, 2), (5, 4)], [(1, 0), (2, 1), (4, 3)], [300]),
      // A view of one device joins two sessions of the other.
      ([(1, 0), (3, 8)], [(2, 4)], [180]), ([(2, 4)], [(1, 0), (3, 8)], [180]),
      // Both showed the same minute.
      ([(1, 0), (2, 1)], [(7, 0), (8, 1)], [120]),
      // They were read on different days.
      ([(1, 0), (2, 1)], [(3, 500), (4, 501), (5, 502)], [120, 180]),
    ]

  @Test(arguments: devices.indices)
  func `of two devices count each page and each minute once`(index: Int) async throws {
    let (first, second, expected) = Self.devices[index]
    try await ServedDevice.run { device, anna in
      let other = try await ServedDevice.add("Phone", to: device.served, &anna)
      _ = try await device.store(.put, "/statistics.sqlite3", Self.file(first))
      for _ in 0..<2 {
        _ = try await other.store(.put, "/statistics.sqlite3", Self.file(second))
        #expect(try await Self.sessions(&anna).sorted() == expected)
        _ = try await device.store(.put, "/statistics.sqlite3", Self.file(first))
        #expect(try await Self.sessions(&anna).sorted() == expected)
      }
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `name the books that progress is about`(engine: TestEngine) async throws {
    try await ServedDevice.run(on: engine) { device, anna in
      _ = try await device.store(.put, "/statistics.sqlite3", Self.file([(100, 0)]))
      device.served.clock.advance(by: .minutes(1))
      #expect(try await device.report("0.5").status == .ok)
      let history = try await anna.get("/api/v1/history").text
      #expect(history.contains("“Dune” is at 50 % on Kobo_libra"))
      let time = try await device.sync(.get, "/syncs/progress/" + ServedDevice.document).text
      device.served.clock.advance(by: .minutes(1))
      _ = try await device.store(.put, "/statistics.sqlite3", Self.file([(100, 0), (101, 1)]))
      #expect(try await device.sync(.get, "/syncs/progress/" + ServedDevice.document).text == time)
    }
  }

  @Test func `that cannot be read are refused, kept out, and explained`() async throws {
    try await ServedDevice.run { device, anna in
      let good = Self.file([(1, 0)])
      _ = try await device.store(.put, "/statistics.sqlite3", good)
      for bad in ["", "page 1", "SQLite format 3", good + "\nx"] where !bad.isEmpty {
        let refused = try await device.store(.put, "/statistics.sqlite3", bad)
        #expect(refused.status == .unprocessable)
        #expect(try await device.store(.get, "/statistics.sqlite3").text == good)
        let page = try await anna.get("/settings/connections").text
        #expect(page.contains("There are no databases here."))
      }
      _ = try await device.store(.put, "/statistics.sqlite3", good)
      #expect(try await anna.get("/api/v1/connections").text.contains(#""problem":null"#))
    }
  }

  @Test func `do not bring back a session that the person deleted`() async throws {
    try await ServedDevice.run { device, anna in
      let file = Self.file([(1, 0), (2, 1)])
      _ = try await device.store(.put, "/statistics.sqlite3", file)
      let list = try await anna.get("/api/v1/sessions").json()["sessions"]
      guard case .array(let all)? = list, case .string(let id)? = all.first?["id"] else {
        return #expect(Bool(false))
      }
      _ = try await anna.delete("/api/v1/sessions/" + id)
      _ = try await device.store(.put, "/statistics.sqlite3", file)
      #expect(try await Self.sessions(&anna).isEmpty)
    }
  }
}
