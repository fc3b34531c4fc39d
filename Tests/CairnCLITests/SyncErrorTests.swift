import CairnExchange
import Testing

@testable import CairnCLI

/// The messages about other devices and about sync problems.
extension `cairn sync` {
  @Test func `names the device of a history entry`() async throws {
    try await withServer { web in
      var (laptop, phone) = (try Person(web: web), try Person(web: web))
      (laptop.machine, phone.machine) = ("laptop", "phone")
      for me in [laptop, phone] {
        await me.types("sync", "setup", "https://server.example", "--no-token")
      }
      await phone.types("track", "20:00-21:00", "Dune")
      await phone.types("sync")
      await laptop.types("sync")
      #expect(!(await phone.types("history").out.contains("(on ")))
      let lines = await laptop.types("history").out
      #expect(lines.contains("(on phone)"), "\(lines)")
      let undone = await laptop.types("undo").out
      #expect(undone.hasSuffix("(on phone).\n"), "\(undone)")
    }
  }

  @Test func `reports sessions at the same time in the doctor`() async throws {
    try await withServer { web in
      let (laptop, phone) = (try Person(web: web), try Person(web: web))
      for me in [laptop, phone] {
        await me.types("sync", "setup", "https://server.example", "--no-token")
      }
      await laptop.types("track", "20:00-21:00", "Dune")
      await phone.types("track", "20:30-21:30", "Emma")
      await laptop.types("sync")
      #expect(await laptop.types("doctor", "--json").out.contains(#""overlaps":0"#))
      await phone.types("sync")
      let found = await phone.types("doctor")
      #expect(found.exit == .done && found.out.contains("1 session overlaps another"))
    }
  }

  @Test func `reports a book that two devices added and that became one`() async throws {
    try await withServer { web in
      let (laptop, phone) = (try Person(web: web), try Person(web: web))
      for me in [laptop, phone] {
        await me.types("sync", "setup", "https://server.example", "--no-token")
      }
      await laptop.types("track", "20:00-21:00", "Dune")
      await phone.types("track", "18:30-19:30", "Dune")
      await laptop.types("sync")
      let told = await phone.types("sync")
      #expect(
        told.exit == .done && told.out.contains("1 book was added on two devices"),
        "\(told.out)"
      )
      let listed = await phone.types("sync", "conflicts").out
      #expect(listed.contains("Possible duplicates, added on two devices"), "\(listed)")
      let ids = listed.split(separator: "(").dropFirst().map { String($0.prefix { $0 != ")" }) }
      #expect(await phone.types("book", "merge", ids[0], ids[1]).exit == .done)
      #expect(
        await phone.types("sync", "status", "--json").out.contains(#""possible_duplicates":0"#)
      )
      let log = await phone.types("log").out
      #expect(log.split(separator: "\n").count { $0.contains("Dune") } == 2, "\(log)")
    }
  }

  @Test(arguments: [
    (200, "<html>Welcome. Sign in.</html>"), (302, ""), (403, "<html>No.</html>"), (502, "Bad"),
    (511, ""),
  ])
  func `recognises a foreign server, such as a captive portal`(
    status: Int,
    body: String
  ) async throws {
    try await withServer { web in
      var me = try Person(web: web)
      await me.types("sync", "setup", "https://server.example", "--no-token")
      await me.types("track", "20:00-21:00", "Dune")
      me.web = { _ in WebResponse(status: status, body: Array(body.utf8)) }
      let run = await me.types("sync", "--json")
      #expect(run.exit == .unreachable && run.err.contains("remote.not_cairn"), "\(run.err)")
      me.web = web
      #expect(await me.types("sync").exit == .done)
    }
  }

  @Test func `keeps its server while another run is active`() async throws {
    try await withServer { web in
      let me = try Person(web: web)
      await me.types("sync", "setup", "https://server.example", "--no-token")
      let directory = try DataDirectory(option: me.scratch.path + "/log", variable: { _ in nil })
      let turn = try #require(try SyncLock(in: directory))
      let other = await me.types("sync", "setup", "https://other.example", "--no-token")
      #expect(other.exit == .refused && other.err.contains("Another sync of this log"))
      #expect(try directory.syncRemote()?.url == "https://server.example")
      #expect(await me.types("sync", "--full").exit == .refused)
      #expect(await me.types("sync").exit == .done)
      turn.end()
    }
  }

  @Test func `reports the last agreement after a failed run`() async throws {
    try await withServer { web in
      var me = try Person(web: web)
      await me.types("sync", "setup", "https://server.example", "--no-token")
      #expect(await me.types("sync", "status").out.hasPrefix("In sync at "))
      me.web = { _ in WebResponse(status: 503, body: [], retryAfter: 20) }
      #expect(await me.types("sync").err.contains("Try again in 20 s"))
      #expect(await me.types("sync", "status").out.hasPrefix("Last in sync at "))
    }
  }

  @Test func `explains in its status what to do about an unknown token`() async throws {
    try await withServer { web in
      var me = try Person(web: web)
      await me.types("sync", "setup", "https://server.example", "--no-token")
      me.web = { _ in
        WebResponse(status: 401, body: Array(#"{"code":"request.unauthorized"}"#.utf8))
      }
      #expect(await me.types("sync").exit == .refused)
      let status = await me.types("sync", "status").out
      #expect(status.contains("run `cairn sync setup URL` again"), "\(status)")
    }
  }
}
