import Cairn
import CairnExchange
import CairnStore
import CairnSync
import CairnTestKit
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `cairn sync` {
  @Test func `brings two devices together, and says how they stand`() async throws {
    try await withServer { web in
      let (laptop, phone) = (try Person(web: web), try Person(web: web))
      await laptop.types("track", "20:00-21:15", "Dune")
      let setUp = await laptop.types("sync", "setup", "https://server.example", "--no-token")
      #expect(setUp.out.contains("In sync at Thu 5 Mar 22:00 with https://server.example."))
      await phone.types("sync", "setup", "https://server.example", "--no-token")
      #expect(await phone.types("log").out.contains("Dune"))
      await phone.types("edit", "last", "--note", "by the window")
      let waits = await phone.types("sync", "status")
      #expect(waits.out.contains("1 change waits") && waits.exit == .refused)
      #expect(await phone.types("sync").exit == .done)
      #expect(await phone.types("sync", "status").exit == .done)
      await laptop.types("sync")
      #expect(await laptop.types("export").out == phone.types("export").out)
    }
  }

  @Test func `lists what lost, to be taken or let go`() async throws {
    try await withServer { web in
      let laptop = try Person(web: web)
      var phone = try Person(web: web)
      await laptop.types("track", "20:00-21:15", "Dune")
      for me in [laptop, phone] {
        await me.types("sync", "setup", "https://server.example", "--no-token")
      }
      await laptop.types("edit", "last", "--note", "first")
      phone.now = "2026-03-05T21:00:10Z"
      await phone.types("edit", "last", "--note", "second")
      await laptop.types("sync")
      await phone.types("sync")
      let list = await phone.types("sync", "conflicts")
      #expect(list.out.contains("stands: second") && list.out.contains("lost:   first"))
      #expect(list.out.contains("Dune") && list.out.contains("20:00–21:15"), "\(list.out)")
      let id = String(list.out.prefix(6))
      let json = await phone.types("sync", "conflicts", "--json").out
      let whole = json.components(separatedBy: #""id":""#).dropFirst().first?.prefix(36) ?? ""
      #expect(await phone.types("sync", "take", String(whole)).exit == .done)
      #expect(await phone.types("log", "--json").out.contains("first"))
      #expect(await phone.types("sync", "conflicts").exit == .refused)
      #expect(await phone.types("sync", "drop", id).err.contains("There is no value"))
    }
  }

  /// Two synced devices, after which the first one deleted twelve sessions.
  private func deletedMuch(_ web: @escaping WebTransport) async throws -> (Person, Person) {
    let (laptop, phone) = (try Person(web: web), try Person(web: web))
    for hour in 0..<12 { await laptop.types("track", "\(hour):00-\(hour):30", "Dune") }
    for me in [laptop, phone] {
      await me.types("sync", "setup", "https://server.example", "--no-token")
    }
    for _ in 0..<12 { await laptop.types("delete", "last") }
    await laptop.types("sync")
    return (laptop, phone)
  }

  @Test func `tells of much that another device deleted, and brings it back or leaves it`()
    async throws
  {
    try await withServer { web in
      let (laptop, phone) = try await deletedMuch(web)
      let run = await phone.types("sync", "--quiet")
      #expect(run.exit == .done && run.out.contains("deleted on another device ("), "\(run.out)")
      let status = await phone.types("sync", "status")
      #expect(status.exit == .done && status.out.contains("): 12 sessions\n"), "\(status.out)")
      let json = await phone.types("sync", "status", "--json").out
      #expect(json.contains(#""records":12,"words":"12 sessions","kinds":[{"kind":"session""#))
      let back = await phone.types("sync", "restore", "--json")
      #expect(back.out == "{\"restored\":12,\"left\":0}\n" && back.exit == .done)
      #expect(await phone.types("sync", "restore").exit == .refused)
      await phone.types("sync")
      await laptop.types("sync")
      #expect(await laptop.types("export").out == phone.types("export").out)
      #expect(await laptop.types("log", "--json").out.contains("Dune"))
    }
  }

  @Test func `leaves deleted what was meant to be`() async throws {
    try await withServer { web in
      let (_, phone) = try await deletedMuch(web)
      await phone.types("sync")
      for command in ["restore", "dismiss"] {
        let unknown = await phone.types("sync", command, "zzzzzz")
        #expect(unknown.exit != .done && unknown.err.contains("in bulk as “zzzzzz”"))
      }
      #expect(await phone.types("sync", "dismiss").out == "Left deleted: 12 sessions.\n")
      #expect(await !phone.types("sync", "status").out.contains("deleted on"))
      #expect(await phone.types("log", "--json").out == "[]\n")
    }
  }

  @Test func `calls devices after their machines, or as their person says`() async throws {
    try await withServer { web in
      var (laptop, phone) = (try Person(web: web), try Person(web: web))
      (laptop.machine, phone.machine) = ("laptop.example", "phone")
      await laptop.types("track", "20:00-21:15", "Dune")
      for me in [laptop, phone] {
        let run = await me.types("sync", "setup", "https://server.example", "--no-token")
        #expect(run.out.contains("In sync"), "\(run.out)")
      }
      #expect(await laptop.types("sync", "name").out == "This device is called laptop.\n")
      let named = await phone.types("sync", "name", "My phone")
      #expect(named.out == "This device is called My phone.\n")
      await phone.types("edit", "last", "--note", "first")
      laptop.now = "2026-03-05T21:00:10Z"
      await laptop.types("edit", "last", "--note", "second")
      await phone.types("sync")
      await laptop.types("sync")
      let list = await laptop.types("sync", "conflicts").out
      #expect(list.contains("stands: second (here)\n  lost:   first (on My phone)\n"), "\(list)")
      let json = await laptop.types("sync", "name", "--json").out
      #expect(json.contains(#""name":"laptop","here":true},{"#), "\(json)")
      #expect(await phone.types("sync", "name", "").err.contains("one line"))
      await phone.types("sync")
      await laptop.types("sync")
      #expect(await laptop.types("export").out == phone.types("export").out)
    }
  }

  @Test func `starts a sync after a write, and only then`() async throws {
    try await withServer { web in
      let started = SyncCounter()
      var me = try Person(web: web)
      me.syncLater = { _ in started.note() }
      await me.types("track", "20:00-21:00", "Dune")
      #expect(started.count == 0)
      await me.types("sync", "setup", "https://server.example", "--no-token")
      await me.types("log")
      await me.types("sync")
      #expect(started.count == 0)
      await me.types("edit", "last", "--note", "here")
      #expect(started.count == 1)
      await me.types("sync", "auto", "no")
      await me.types("edit", "last", "--note", "there")
      #expect(started.count == 1)
      #expect(await me.types("sync", "status").out.contains("only `cairn sync` sends"))
      #expect(await me.types("sync", "status", "--json").out.contains(#""automatic":false"#))
      await me.types("sync", "auto", "yes")
      await me.types("edit", "last", "--note", "and back")
      #expect(started.count == 2)
    }
  }

  @Test func `keeps what was done when no server answers, and stops only when told`() async throws {
    try await withServer { web in
      var me = try Person(web: web)
      await me.types("sync", "setup", "https://server.example", "--no-token")
      await me.types("track", "20:00-21:00", "Dune")
      me.web = { _ in
        throw CairnError("remote.unreachable", "The server cannot be asked: no.", hint: "Later.")
      }
      #expect(await me.types("sync").err.contains("The server cannot be asked"))
      let refused = await me.types("sync", "stop")
      #expect(refused.err.contains("1 change was not sent"))
      #expect(await me.types("sync", "stop", "--yes").exit == .done)
      #expect(await me.types("sync", "status").err.contains("This log follows no server."))
      #expect(await me.types("log").out.contains("Dune"))
    }
  }

  @Test func `goes on after a first run that was cut off`() async throws {
    try await withServer { web in
      var me = try Person(web: web)
      await me.types("track", "20:00-21:00", "Dune")
      me.web = { request in
        guard request.url.hasSuffix("/push") else { return try await web(request) }
        throw CairnError("remote.unreachable", "The server cannot be asked: no.", hint: "Later.")
      }
      let cutOff = await me.types("sync", "setup", "https://server.example", "--no-token")
      #expect(cutOff.err.contains("The server cannot be asked"))
      me.web = web
      #expect(await me.types("sync").out.contains("In sync"))
    }
  }

  @Test func `follows no server that never answered`() async throws {
    var me = try Person()
    me.web = { _ in throw CairnError("remote.unreachable", "There is none.", hint: "Look.") }
    await me.types("sync", "setup", "https://server.example", "--no-token")
    #expect(await me.types("sync").err.contains("This log follows no server."))
  }

  @Test func `says nothing in its status of a server that it does not follow`() async throws {
    try await withServer { web in
      var me = try Person(web: web)
      await me.types("sync", "setup", "https://server.example", "--no-token")
      me.web = { _ in throw CairnError("remote.unreachable", "There is none.", hint: "Look.") }
      await me.types("sync", "setup", "https://typo.example", "--no-token")
      #expect(!(await me.types("sync", "status").out.contains("The last run failed")))
      await me.types("sync")
      await me.types("sync", "setup", "https://typo.example", "--no-token")
      let status = await me.types("sync", "status")
      #expect(status.out.contains("server.example") && status.out.contains("There is none."))
    }
  }

  @Test func `keeps a copy of what was here when two logs come together, and no other`()
    async throws
  {
    try await withServer { web in
      var (laptop, phone) = (try Person(web: web), try Person(web: web))
      laptop.web = { _ in throw CairnError("remote.unreachable", "There is none.", hint: "Look.") }
      await laptop.types("track", "20:00-21:15", "Dune")
      await laptop.types("sync", "setup", "https://server.example", "--no-token")
      laptop.web = web
      let first = await laptop.types("sync", "setup", "https://server.example", "--no-token")
      #expect(!first.out.contains("bring back") && laptop.copies == [])
      phone.zone = "Europe/London"
      await phone.types("track", "10:00-10:30", "Emma")
      let before = await phone.types("log").out
      let second = await phone.types("sync", "setup", "https://server.example", "--no-token")
      #expect(second.out.contains("bring back what was here."), "\(second.out)")
      await phone.types("sync", "stop")
      let copy = phone.scratch.path + "/log/backups/" + (phone.copies.first ?? "")
      await phone.types("restore", copy)
      #expect(await phone.types("log").out == before)
      let third = await phone.types(
        ["sync", "setup", "https://server.example", "--no-token", "--json"]
      )
      #expect(third.err.contains("bring back what was here."), "\(third.err)")
      #expect(third.out.hasPrefix("{"))
    }
  }

  @Test func `says in its status that a run failed, also where no disk could keep why`()
    async throws
  {
    try await withServer { web in
      let me = try Person(web: web)
      await me.types("sync", "setup", "https://server.example", "--no-token")
      let reason = me.scratch.path + "/log/sync.failed"
      #expect(FileManager.default.createFile(atPath: reason, contents: nil))
      let status = await me.types("sync", "status")
      #expect(status.out.contains("The last run failed") && status.exit == .refused)
      #expect(status.out.contains("`cairn sync` tries again"))
    }
  }

  @Test func `says in its status why the last run failed, until one does not`() async throws {
    try await withServer { web in
      var me = try Person(web: web)
      await me.types("sync", "setup", "https://server.example", "--no-token")
      await me.types("sync")
      me.web = { _ in throw CairnError("remote.refused", "The token is withdrawn.", hint: "") }
      await me.types("sync", "soon")
      let status = await me.types("sync", "status", "--json")
      #expect(status.out.contains("The last run failed: The token is withdrawn."))
      #expect(status.exit == .refused)
      me.web = web
      await me.types("sync")
      #expect(await me.types("sync", "status", "--json").out.contains(#""problem":null"#))
    }
  }

  @Test(arguments: [
    ("http://server.example", "secret", true), ("http://127.evil.example", "secret", true),
    ("https://server.example", "secret", false), ("http://127.0.0.1:8080/log", "secret", false),
    ("http://[::1]:8080", "secret", false), ("http://[::1]/log:1", "secret", false),
    ("http://localhost", "secret", false),
    ("http://localhost.example", "secret", true), ("http://server.example", "", true),
    ("http://localhost", "", false),
    ("Http://server.example", "secret", true), ("HTTPS://server.example", "secret", false),
  ])
  func `sends nothing in the clear`(url: String, token: String, isRefused: Bool) throws {
    let plan = try SyncRemote(url: url, token: token)
    var code: String?
    do { try plan.requireEncryption() } catch { code = error.code }
    #expect(code == (isRefused ? "sync.insecure" : nil))
  }

  @Test func `says nothing to cron while nothing is in the way`() async throws {
    try await withServer { web in
      let me = try Person(web: web)
      await me.types("sync", "setup", "https://server.example", "--no-token")
      #expect(await me.types("sync", "-q").out == "")
    }
  }

  @Test func `refuses an address that is none, and an answer to nothing`() async throws {
    try await withServer { web in
      let me = try Person(web: web)
      for address in [
        "server.example", "https://server.example:99999", "http://[::1]:0",
        "https://server.example:abc/log",
      ] {
        let wrong = await me.types("sync", "setup", address, "--no-token")
        #expect(wrong.err.contains("is no address of a server"), "\(address)")
      }
      for words in [
        ["sync"], ["sync", "retry"], ["sync", "auto", "no"], ["sync", "--watch"], ["sync", "stop"],
      ] {
        #expect(await me.types(words).err.contains("This log follows no server."))
      }
      await me.types("sync", "setup", "https://server.example", "--no-token")
      #expect(await me.types("sync", "auto", "perhaps").err.contains("neither `yes` nor `no`"))
      #expect(await me.types("sync", "retry").exit == .done)
    }
  }

  @Test func `gives a log that was copied a name of its own, once`() async throws {
    let (me, copy) = (try Person(), try Person())
    await me.types("track", "20:00-21:15", "Dune")
    let (from, to) = (me.scratch.path + "/log", copy.scratch.path + "/log")
    try FileManager.default.copyItem(atPath: from, toPath: to)
    for _ in 0..<2 {
      await me.types("edit", "last", "--note", "here")
      await copy.types("edit", "last", "--note", "there")
      await me.types("edit", "last", "--place", "train")
      await copy.types("edit", "last", "--place", "home")
    }
    let nodes = [await me.nodes, await copy.nodes]
    #expect(nodes[0].count == 1, "\(nodes)")
    #expect(nodes[1].count == 2, "\(nodes)")
  }

  func withServer(_ body: (@escaping WebTransport) async throws -> Void) async throws {
    let now = try #require(Instant(text: "2026-03-05T21:00:00Z"))
    try await TestEngine.server.scratchLog(at: now) { scratch in
      let log = scratch.log
      try await body { try await Self.answer($0, log) }
    }
  }

  /// Returns the response of the server's handlers.
  private static func answer(_ request: WebRequest, _ log: Log) async throws -> WebResponse {
    let body = request.body ?? []
    switch request.url.split(separator: "/").last {
    case "hello": return WebResponse(status: 200, body: try await log.syncHead().encode())
    case "push":
      let verdicts = try await log.applyPush(SyncPush(body))
      return WebResponse(status: 200, body: PushResults(verdicts).encode())
    default:
      return WebResponse(status: 200, body: try await log.syncPage(SyncPull(body)).encode())
    }
  }
}

extension Person {
  /// The names of the backups from before a command, without the daily ones.
  fileprivate var copies: [String] {
    let all = try? FileManager.default.contentsOfDirectory(atPath: scratch.path + "/log/backups")
    return (all ?? []).filter { $0.hasPrefix("before-") }
  }
}

/// A counter of started syncs; only one command runs at a time.
private final class SyncCounter: @unchecked Sendable {
  private(set) var count = 0
  func note() { count += 1 }
}

extension Person {
  /// The nodes of all changes in the log.
  fileprivate var nodes: Set<String> {
    get async {
      let export = await types("export").out
      return Set(export.matches(of: /"[0-9a-f]{16}-([0-9a-f]{8})a?"/).map { String($0.1) })
    }
  }
}
