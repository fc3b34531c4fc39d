import Cairn
import CairnAccounts
import CairnHTTP
import CairnJSON
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `Progress sync of KOReader` {
  private static let dune = #"{"title":"Dune","authors":"Frank Herbert","filename":"dune.epub"}"#

  private static func addDune(_ anna: inout Browser, status: String = "reading") async throws
    -> String
  {
    let json = #"{"title":"Dune","authors":["Frank Herbert"],"pages":400,"status":"\#(status)"}"#
    let made = try await anna.post("/api/v1/books", json)
    #expect(made.status == .created)
    return try made.json()["id"]?.stringValue ?? ""
  }

  private static func bookmark(_ id: String, _ anna: inout Browser) async throws -> JSON? {
    try await anna.get("/api/v1/books/" + id).json()["progress_hundredths"]
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `keeps the progress of a document and returns it as it came`(engine: TestEngine) async throws
  {
    try await ServedDevice.run(on: engine) { device, _ in
      let nothing = try await device.sync(.get, "/syncs/progress/" + ServedDevice.document)
      #expect(nothing.status == .ok && nothing.text == "{}")
      let stored = try await device.report("0.2534")
      #expect(stored.status == .ok)
      let seconds = Instant.scratchStart.milliseconds / 1_000
      #expect(
        stored.text == #"{"document":"\#(ServedDevice.document)","timestamp":\#(seconds)}"#
      )
      let answer = try await device.sync(.get, "/syncs/progress/" + ServedDevice.document)
      let json = try answer.json()
      #expect(json["percentage"] == .number("0.2534"))
      #expect(json["progress"] == .string("/body/DocFragment[3]/body/p[7]/text().0"))
      #expect(json["device"] == .string("Kobo_libra") && json["device_id"] == .string("5C0FFEE"))
      #expect(json["timestamp"] == .integer(seconds))
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `gives one device what another reported last`(engine: TestEngine) async throws {
    try await ServedDevice.run(on: engine) { device, anna in
      let phone = try await ServedDevice.add("Phone", to: device.served, &anna)
      _ = try await device.report("0.25")
      device.served.clock.advance(by: .minutes(5))
      _ = try await phone.report("0.3", on: "Phone")
      for one in [device, phone] {
        let last = try await one.sync(.get, "/syncs/progress/" + ServedDevice.document).json()
        #expect(last["percentage"] == .number("0.3") && last["device"] == .string("Phone"))
      }
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `moves the bookmark of the book with the title and author`(engine: TestEngine) async throws {
    try await ServedDevice.run(on: engine) { device, anna in
      let dune = try await Self.addDune(&anna)
      _ = try await device.report("0.2534", metadata: Self.dune)
      #expect(try await Self.bookmark(dune, &anna) == .integer(2534))
      let history = try await anna.get("/api/v1/history").text
      #expect(history.contains("“Dune” is at 25 % on Kobo_libra"))
      _ = try await device.report("0.5")
      #expect(try await Self.bookmark(dune, &anna) == .integer(5000))
    }
  }

  @Test func `changes nothing when a request is repeated`() async throws {
    try await ServedDevice.run { device, anna in
      let dune = try await Self.addDune(&anna)
      let first = try await device.report("0.25", metadata: Self.dune).text
      let history = try await anna.get("/api/v1/history").text
      device.served.clock.advance(by: .minutes(10))
      _ = try await anna.post("/api/v1/books/\(dune)/place", #"{"page":300}"#)
      let moved = try await anna.get("/api/v1/history").text
      #expect(history != moved)
      #expect(try await device.report("0.25", metadata: Self.dune).text == first)
      #expect(try await anna.get("/api/v1/history").text == moved)
      #expect(try await anna.get("/api/v1/connections/documents").json()["documents"]?[0] != nil)
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `is not moved back by a device that repeats an old report`(engine: TestEngine) async throws {
    try await ServedDevice.run(on: engine) { device, anna in
      let dune = try await Self.addDune(&anna)
      let phone = try await ServedDevice.add("Phone", to: device.served, &anna)
      let first = try await device.report("0.25", metadata: Self.dune).text
      device.served.clock.advance(by: .minutes(5))
      _ = try await phone.report("0.3", on: "Phone")
      device.served.clock.advance(by: .minutes(5))
      #expect(try await device.report("0.25", metadata: Self.dune).text == first)
      #expect(try await Self.bookmark(dune, &anna) == .integer(3000))
      let last = try await device.sync(.get, "/syncs/progress/" + ServedDevice.document).json()
      #expect(last["percentage"] == .number("0.3"))
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `follows a book that was merged into another`(engine: TestEngine) async throws {
    try await ServedDevice.run(on: engine) { device, anna in
      let dune = try await Self.addDune(&anna)
      _ = try await device.report("0.25", metadata: Self.dune)
      let other = try await anna.post("/api/v1/books", #"{"title":"Dune Messiah"}"#).json()
      let target = other["id"]?.stringValue ?? ""
      _ = try await anna.post("/api/v1/books/\(target)/merge", #"{"other":"\#(dune)"}"#)
      _ = try await device.report("0.5")
      #expect(try await Self.bookmark(target, &anna) == .integer(5000))
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `forgets a deleted book, and finds it when it is back`(engine: TestEngine) async throws {
    try await ServedDevice.run(on: engine) { device, anna in
      let dune = try await Self.addDune(&anna)
      _ = try await device.report("0.25", metadata: Self.dune)
      _ = try await anna.delete("/api/v1/books/" + dune)
      #expect(try await device.report("0.5").status == .ok)
      let known = try await anna.get("/api/v1/connections/documents").json()["documents"]?[0]
      #expect(known?["book"] == .null)
      _ = try await anna.post("/api/v1/books/\(dune)/restore")
      _ = try await device.report("0.75")
      #expect(try await Self.bookmark(dune, &anna) == .integer(7500))
    }
  }

  @Test(arguments: ["read", "did_not_finish"])
  func `leaves a book alone that has ended`(status: String) async throws {
    try await ServedDevice.run { device, anna in
      let dune = try await Self.addDune(&anna, status: status)
      let before = try await anna.get("/api/v1/books/" + dune).text
      #expect(try await device.report("0.4", metadata: Self.dune).status == .ok)
      #expect(try await anna.get("/api/v1/books/" + dune).text == before)
    }
  }

  @Test func `finishes a book at its end once`() async throws {
    try await ServedDevice.run { device, anna in
      let dune = try await Self.addDune(&anna)
      for percentage in ["1", "0.9", "1.0"] {
        device.served.clock.advance(by: .minutes(1))
        _ = try await device.report(percentage, metadata: Self.dune)
      }
      let book = try await anna.get("/api/v1/books/" + dune).json()
      #expect(book["status"] == .string("read"))
      let readings = try await anna.get("/api/v1/books/\(dune)/readings").json()["readings"]
      guard case .array(let all)? = readings else { return #expect(Bool(false)) }
      #expect(all.count == 1)
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `keeps an unknown document until the person says which book it is`(engine: TestEngine)
    async throws
  {
    try await ServedDevice.run(on: engine) { device, anna in
      _ = try await device.report("0.25", metadata: #"{"filename":"x.epub"}"#)
      let page = try await anna.get("/settings/connections").text
      #expect(page.contains("x.epub") && page.contains("Which book is this?"))
      let dune = try await Self.addDune(&anna)
      let path = "/settings/connections/documents/" + ServedDevice.document
      #expect(try await anna.submit(path, "title=Nothing").status == .notFound)
      #expect(try await anna.submit(path, "title=dune").status == .seeOther)
      #expect(try await Self.bookmark(dune, &anna) == .integer(2500))
      #expect(try await !anna.get("/settings/connections").text.contains("Which book is this?"))
      _ = try await device.report("0.75")
      #expect(try await Self.bookmark(dune, &anna) == .integer(7500))
      let api = "/api/v1/connections/documents/" + ServedDevice.document
      #expect(try await anna.put(api, json: #"{"book":null}"#).json()["book"] == .null)
      #expect(try await anna.put(api + "0", json: "{}").status == .notFound)
    }
  }

  @Test func `refuses to register, in words`() async throws {
    try await ServedDevice.run { device, _ in
      let body = #"{"username":"anna","password":"5f4dcc3b5aa765d61d8327deb882cf99"}"#
      let answer = try await device.sync(.post, "/users/create", body)
      #expect(answer.status == .paymentRequired && answer.text.contains(#""code":2005"#))
      #expect(answer.text.contains("Settings → Connections"))
      #expect(try await device.sync(.get, "/healthcheck").text == #"{"state":"OK"}"#)
    }
  }

  @Test func `answers a wrong password as KOReader expects`() async throws {
    try await ServedDevice.run { device, _ in
      let fields = [("x-auth-user", "anna"), ("x-auth-key", MD5.hex([1]))]
      for target in ["/koreader/users/auth", "/koreader/syncs/progress/x"] {
        let answer = try await device.served.client.ask(.get, target, fields)
        #expect(answer.status == .unauthorized)
        #expect(answer.text == #"{"code":2001,"message":"The name or the password is wrong."}"#)
      }
    }
  }

  /// Bodies that no KOReader sends.
  static let hostile = [
    "", "null", "[]", "{", #""text""#, "{}", #"{"document":""}"#, #"{"document":5}"#,
    #"{"document":"a","progress":"b","device":"c"}"#,
    #"{"document":"a","progress":"b","device":"c","percentage":"0.5"}"#,
    #"{"document":"a","progress":"b","device":"c","percentage":1.5}"#,
    #"{"document":"a","progress":"b","device":"c","percentage":-1}"#,
    #"{"document":"a","progress":"b","device":"c","percentage":1e999}"#,
    #"{"document":"a","progress":"b","device":"c","percentage":null}"#,
    #"{"document":"a","progress":"b","device":"c","percentage":0.\#(String(repeating: "5", count: 31))}"#,
    #"{"document":"a","progress":{"x":1},"device":"c","percentage":0.5}"#,
    #"{"document":"a","progress":"b","device":[],"percentage":0.5}"#,
    #"{"document":"a","progress":"b","device":"c","percentage":0.5,"metadata":"x"}"#,
    #"{"document":"a","progress":"b","device":"c","percentage":0.5,"metadata":{"title":7}}"#,
    #"{"document":"a","progress":"b","device":"c","percentage":0.5,"device_id":7}"#,
    #"{"document":"a\u0000b","progress":"b","device":"c","percentage":0.5}"#,
    #"{"document":"\#(String(repeating: "a", count: 201))","progress":"b","device":"c","percentage":0.5}"#,
    #"{"document":"a","progress":"\#(String(repeating: "a", count: 3_000))","device":"c","percentage":0.5}"#,
  ]

  @Test(arguments: hostile.indices)
  func `refuses a malformed report and keeps nothing of it`(index: Int) async throws {
    try await ServedDevice.run { device, anna in
      let answer = try await device.sync(.put, "/syncs/progress", Self.hostile[index])
      #expect(answer.status == .forbidden, "\(Self.hostile[index].prefix(80))")
      #expect(answer.text.contains(#""code":2003"#))
      #expect(
        try await anna.get("/api/v1/connections/documents").text == #"{"documents":[]}"#
      )
    }
  }

  @Test func `takes titles with any characters and shows them as text`() async throws {
    try await ServedDevice.run { device, anna in
      let title = #"{"title":"<script>alert(1)</script>\"'&"}"#
      let name = #"a/b c?d#<>\"é"#
      #expect(try await device.report("0.5", of: name, metadata: title).status == .ok)
      let page = try await anna.get("/settings/connections").text
      #expect(!page.contains("<script>alert"))
    }
  }
}
