import Cairn
import CairnExchange
import CairnStore
import CairnSync
import CairnTestKit
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `cairn sync` {
  @Test func `syncs two devices, and reports their state`() async throws {
    try await withServer { web in
      let (laptop, phone) = (try Person(web: web), try Person(web: web))
      await laptop.types("track", "20:00-21:15", "Dune")
      let setUp = await laptop.types("sync", "setup", "https://server.example", "--no-token")
      #expect(setUp.out.contains("In sync at Thu 5 Mar 22:00 with https://server.example."))
      await phone.types("sync", "setup", "https://server.example", "--no-token")
      #expect(await phone.types("log").out.contains("Dune"))
      await phone.types("edit", "last", "--note", "by the window")
      let waits = await phone.types("sync", "status")
      #expect(waits.out.contains("1 change waiting") && waits.exit == .refused)
      #expect(await phone.types("sync").exit == .done)
      #expect(await phone.types("sync", "status").exit == .done)
      await laptop.types("sync")
      #expect(await laptop.types("export").out == phone.types("export").out)
    }
  }

  @Test func `lists losing values, to be restored or discarded`() async throws {
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
      #expect(list.out.contains("current: second") && list.out.contains("other:   first"))
      #expect(list.out.contains("Dune") && list.out.contains("20:00–21:15"), "\(list.out)")
      let id = String(list.out.prefix(6))
      let json = await phone.types("sync", "conflicts", "--json").out
      let whole = json.components(separatedBy: #""id":""#).dropFirst().first?.prefix(36) ?? ""
      #expect(await phone.types("sync", "use-other", String(whole)).exit == .done)
      #expect(await phone.types("log", "--json").out.contains("first"))
      #expect(await phone.types("sync", "conflicts").exit == .refused)
      #expect(
        await phone.types("sync", "keep-current", id).err.contains("There is no sync conflict")
      )
    }
  }

  /// Two synced devices, after which the first one deleted twelve sessions.
  private func bulkDeletion(_ web: @escaping WebTransport) async throws -> (Person, Person) {
    let (laptop, phone) = (try Person(web: web), try Person(web: web))
    for hour in 0..<12 { await laptop.types("track", "\(hour):00-\(hour):30", "Dune") }
    for me in [laptop, phone] {
      await me.types("sync", "setup", "https://server.example", "--no-token")
    }
    for _ in 0..<12 { await laptop.types("delete", "last") }
    await laptop.types("sync")
    return (laptop, phone)
  }

  @Test func `reports a bulk deletion of another device, to be restored or kept`() async throws {
    try await withServer { web in
      let (laptop, phone) = try await bulkDeletion(web)
      let run = await phone.types("sync", "--quiet")
      #expect(run.exit == .done && run.out.contains("deleted on another device ("), "\(run.out)")
      let status = await phone.types("sync", "status")
      #expect(status.exit == .done && status.out.contains("): 12 sessions\n"), "\(status.out)")
      let json = await phone.types("sync", "status", "--json").out
      #expect(json.contains(#""records":12,"text":"12 sessions","kinds":[{"kind":"session""#))
      let back = await phone.types("sync", "restore", "--json")
      #expect(back.out == "{\"restored\":12,\"skipped\":0}\n" && back.exit == .done)
      #expect(await phone.types("sync", "restore").exit == .refused)
      await phone.types("sync")
      await laptop.types("sync")
      #expect(await laptop.types("export").out == phone.types("export").out)
      #expect(await laptop.types("log", "--json").out.contains("Dune"))
    }
  }

  @Test func `keeps intended deletions`() async throws {
    try await withServer { web in
      let (_, phone) = try await bulkDeletion(web)
      await phone.types("sync")
      for command in ["restore", "dismiss"] {
        let unknown = await phone.types("sync", command, "zzzzzz")
        #expect(unknown.exit != .done && unknown.err.contains("There is no bulk deletion “zzzzzz”"))
      }
      #expect(await phone.types("sync", "dismiss").out == "Kept deleted: 12 sessions.\n")
      #expect(await !phone.types("sync", "status").out.contains("deleted on"))
      #expect(await phone.types("log", "--json").out == "[]\n")
    }
  }

  @Test func `names devices by their host name or by the person's choice`() async throws {
    try await withServer { web in
      var (laptop, phone) = (try Person(web: web), try Person(web: web))
      (laptop.machine, phone.machine) = ("laptop.example", "phone")
      await laptop.types("track", "20:00-21:15", "Dune")
      for me in [laptop, phone] {
        let run = await me.types("sync", "setup", "https://server.example", "--no-token")
        #expect(run.out.contains("In sync"), "\(run.out)")
      }
      #expect(await laptop.types("sync", "name").out == "The name of this device is laptop.\n")
      let named = await phone.types("sync", "name", "My phone")
      #expect(named.out == "The name of this device is My phone.\n")
      await phone.types("edit", "last", "--note", "first")
      laptop.now = "2026-03-05T21:00:10Z"
      await laptop.types("edit", "last", "--note", "second")
      await phone.types("sync")
      await laptop.types("sync")
      let list = await laptop.types("sync", "conflicts").out
      #expect(list.contains("current: second (here)\n  other:   first (on My phone)\n"), "\(list)")
      let json = await laptop.types("sync", "name", "--json").out
      #expect(json.contains("\"name\":\"laptop\",\"here\":true},\n{"), "\(json)")
      #expect(await phone.types("sync", "name", "").err.contains("one line"))
      await phone.types("sync")
      await laptop.types("sync")
      #expect(await laptop.types("export").out == phone.types("export").out)
    }
  }

  @Test func `starts a sync only after a write`() async throws {
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
      #expect(await me.types("sync", "status").out.contains("Background sync is off"))
      #expect(await me.types("sync", "status", "--json").out.contains(#""automatic":false"#))
      await me.types("sync", "auto", "yes")
      await me.types("edit", "last", "--note", "and back")
      #expect(started.count == 2)
    }
  }

  @Test func `keeps changes while the server is down, and stops only if confirmed`() async throws {
    try await withServer { web in
      var me = try Person(web: web)
      await me.types("sync", "setup", "https://server.example", "--no-token")
      await me.types("track", "20:00-21:00", "Dune")
      me.web = { _ in
        throw CairnError("remote.unreachable", "The server cannot be reached: no.", hint: "Later.")
      }
      #expect(await me.types("sync").err.contains("The server cannot be reached"))
      let refused = await me.types("sync", "stop")
      #expect(refused.err.contains("1 change was not sent"))
      #expect(await me.types("sync", "stop", "--yes").exit == .done)
      #expect(
        await me.types("sync", "status").err.contains("This log does not sync with a server.")
      )
      #expect(await me.types("log").out.contains("Dune"))
    }
  }

  @Test func `resumes an interrupted first run`() async throws {
    try await withServer { web in
      var me = try Person(web: web)
      await me.types("track", "20:00-21:00", "Dune")
      me.web = { request in
        guard request.url.hasSuffix("/push") else { return try await web(request) }
        throw CairnError("remote.unreachable", "The server cannot be reached: no.", hint: "Later.")
      }
      let cutOff = await me.types("sync", "setup", "https://server.example", "--no-token")
      #expect(cutOff.err.contains("The server cannot be reached"))
      me.web = web
      #expect(await me.types("sync").out.contains("In sync"))
    }
  }

  @Test func `does not store a server that never answered`() async throws {
    var me = try Person()
    me.web = { _ in throw CairnError("remote.unreachable", "There is none.", hint: "Look.") }
    await me.types("sync", "setup", "https://server.example", "--no-token")
    #expect(await me.types("sync").err.contains("This log does not sync with a server."))
  }

  @Test func `shows no status of a server that it does not sync with`() async throws {
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

  @Test func `makes one backup when two logs are merged`() async throws {
    try await withServer { web in
      var (laptop, phone) = (try Person(web: web), try Person(web: web))
      laptop.web = { _ in throw CairnError("remote.unreachable", "There is none.", hint: "Look.") }
      await laptop.types("track", "20:00-21:15", "Dune")
      await laptop.types("sync", "setup", "https://server.example", "--no-token")
      laptop.web = web
      let first = await laptop.types("sync", "setup", "https://server.example", "--no-token")
      #expect(!first.out.contains("previous log") && laptop.copies == [])
      phone.zone = "Europe/London"
      await phone.types("track", "10:00-10:30", "Emma")
      let before = await phone.types("log").out
      let second = await phone.types("sync", "setup", "https://server.example", "--no-token")
      #expect(second.out.contains("Return to the previous log with"), "\(second.out)")
      await phone.types("sync", "stop")
      let copy = phone.scratch.path + "/log/backups/" + (phone.copies.first ?? "")
      await phone.types("restore", copy)
      #expect(await phone.types("log").out == before)
      let third = await phone.types(
        ["sync", "setup", "https://server.example", "--no-token", "--json"]
      )
      #expect(third.err.contains("Return to the previous log with"), "\(third.err)")
      #expect(third.out.hasPrefix("{"))
    }
  }

  @Test func `reports a failed run in the status, even if the reason was not stored`()
    async throws
  {
    try await withServer { web in
      let me = try Person(web: web)
      await me.types("sync", "setup", "https://server.example", "--no-token")
      let reason = me.scratch.path + "/log/sync.failed"
      #expect(FileManager.default.createFile(atPath: reason, contents: nil))
      let status = await me.types("sync", "status")
      #expect(status.out.contains("The last run failed") && status.exit == .refused)
      #expect(status.out.contains("Retry with `cairn sync`"))
    }
  }

  @Test func `reports the reason of a failed run in the status until one succeeds`() async throws {
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
  func `requires encryption`(url: String, token: String, isRefused: Bool) throws {
    let plan = try SyncRemote(url: url, token: token)
    var code: String?
    do { try plan.address.requireEncryption() } catch { code = error.code }
    #expect(code == (isRefused ? "sync.insecure" : nil))
  }

  @Test func `prints nothing with --quiet on success`() async throws {
    try await withServer { web in
      let me = try Person(web: web)
      await me.types("sync", "setup", "https://server.example", "--no-token")
      #expect(await me.types("sync", "-q").out == "")
    }
  }

  @Test func `refuses an invalid address, and commands without a server`() async throws {
    try await withServer { web in
      let me = try Person(web: web)
      for address in [
        "server.example", "https://server.example:99999", "http://[::1]:0",
        "https://server.example:abc/log",
      ] {
        let wrong = await me.types("sync", "setup", address, "--no-token")
        #expect(wrong.err.contains("is not a server URL"), "\(address)")
      }
      for words in [
        ["sync"], ["sync", "retry"], ["sync", "auto", "no"], ["sync", "--watch"], ["sync", "stop"],
      ] {
        #expect(await me.types(words).err.contains("This log does not sync with a server."))
      }
      await me.types("sync", "setup", "https://server.example", "--no-token")
      #expect(await me.types("sync", "auto", "perhaps").err.contains("neither `yes` nor `no`"))
      #expect(await me.types("sync", "retry").exit == .done)
    }
  }

  @Test func `gives a copied log a new node, once`() async throws {
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
      try await body { try await log.answer($0) }
    }
  }
}

extension Log {
  /// Returns the response of a sync server with this log.
  func answer(_ request: WebRequest) async throws -> WebResponse {
    let body = request.body ?? []
    switch request.url.split(separator: "/").last {
    case "hello": return WebResponse(status: 200, body: try await syncHead().encode())
    case "push":
      let results = try await applyPush(SyncPush(body))
      return WebResponse(status: 200, body: PushResults(results).encode())
    default: return WebResponse(status: 200, body: try await syncPage(SyncPull(body)).encode())
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
