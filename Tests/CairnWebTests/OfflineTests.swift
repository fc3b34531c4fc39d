import Cairn
import CairnStore
import CairnSync
import CairnTestKit
import Foundation
import Testing

@Suite struct `A browser without a network` {
  @Test func `refuses what names nothing that can be done`() throws {
    var browser = Browser(seed: 1)
    #expect(try browser.act(["do": "fly"]) == "request.field")
  }

  @Test func `starts, interrupts and ends a session by the rules of every other door`() throws {
    var browser = Browser(seed: 1)
    #expect(try browser.act(["do": "read", "title": "Emma"]) == nil)
    #expect(try browser.act(["do": "read", "title": "Dune"]) == "session.already_running")
    let id = try #require(try running(&browser).first?["id"] as? String)
    browser.now = browser.now + .seconds(20)
    #expect(try browser.act(["do": "stop", "session": id]) == "session.too_short")
    browser.now = browser.now + .minutes(30)
    #expect(try browser.act(["do": "pause", "session": id]) == nil)
    #expect(try browser.act(["do": "pause", "session": id]) == "session.not_running")
    browser.now = browser.now + .minutes(5)
    #expect(try browser.act(["do": "resume", "session": id]) == nil)
    browser.now = browser.now + .minutes(10)
    #expect(try browser.act(["do": "stop", "session": id, "page": "31"]) == nil)
    let day = try #require((try browser.view()["days"] as? [[String: Any]])?.first)
    let session = try #require((day["sessions"] as? [[String: Any]])?.first)
    #expect(session["active"] as? String == "40m")
    #expect(session["pages"] as? Int == 31)
    #expect(browser.lines.count == 4)
  }

  @Test func `calls a second send of a climb what it is`() throws {
    var browser = Browser(seed: 1)
    _ = try browser.act(["do": "climb", "discipline": "bouldering"])
    let id = try #require(try running(&browser).first?["id"] as? String)
    let climb = ["do": "add-climb", "session": id, "name": "Roof", "grade": "V4"]
    #expect(try browser.act(climb.merging(["outcome": "sent"]) { $1 }) == nil)
    #expect(try browser.act(climb.merging(["outcome": "sent"]) { $1 }) == nil)
    #expect(try browser.act(climb.merging(["grade": "V99"]) { $1 }) == "grade.not_in_scale")
    let climbs = try running(&browser).first?["climbs"] as? [[String: Any]] ?? []
    #expect(climbs.map { $0["attempts"] as? [String] } == [["sent, flash"], ["sent, redpoint"]])
  }

  /// What a browser did is what the server has when it was sent: nothing is refused, and both show the
  /// same, digit by digit.
  @Test(arguments: SeededGenerator.seeds)
  func `tells the same after the server took it in`(seed: UInt64) async throws {
    try await TestEngine.server.scratchLog(seed: seed) { server in
      let zone = try #require(server.environment.zone("Europe/Berlin"))
      var browser = Browser(seed: seed)
      browser.snapshot = try await snapshot(server, zone)
      try browser.wander(60, seed)
      server.clock.set(to: browser.now)
      let head = try await server.log.syncHead()
      let body = """
        {"proto":1,"epoch":"\(head.epoch.text)","lines":[\(browser.lines.joined(separator: ","))]}
        """
      let verdicts = try await server.log.takeIn(SyncPush(Array(body.utf8)))
      #expect(verdicts.allSatisfy { if case .taken = $0.outcome { true } else { false } })
      var fresh = Browser(seed: seed)
      (fresh.now, fresh.snapshot) = (browser.now, try await snapshot(server, zone))
      let (here, there) = (try browser.view(), try fresh.view())
      #expect(NSDictionary(dictionary: here).isEqual(to: there))
      try await compareFigures(there, server, zone)
    }
  }

  private func compareFigures(
    _ view: [String: Any],
    _ server: ScratchLog,
    _ zone: ZoneRules
  ) async throws {
    let today = zone.day(at: server.clock.now)
    let rows = try await server.log.dayActivity(in: (today - 89)...today)
    let figures = view["figures"] as? [String: Any] ?? [:]
    let days = figures["days"] as? [[String: Any]] ?? []
    #expect(days.map { $0["day"] as? String } == rows.map(\.day.text))
    #expect(days.map { $0["active_seconds"] as? Int64 } == rows.map { $0.time.count / 1_000 })
    #expect(days.map { $0["pages"] as? Int64 } == rows.map(\.pages))
    #expect(days.map { $0["sessions"] as? Int } == rows.map(\.sessions))
  }

  private func snapshot(_ server: ScratchLog, _ zone: ZoneRules) async throws -> String {
    let head = try await server.log.syncHead()
    let today = zone.day(at: server.clock.now)
    let snapshot = try await server.log.offlineSnapshot(today: today, confirm: [])
    let (node, now) = (server.log.context.node, server.clock.now)
    let bytes = snapshot.encode(head, node: node, at: now, zones: [zone])
    return String(decoding: bytes, as: UTF8.self)
  }

  private func running(_ browser: inout Browser) throws -> [[String: Any]] {
    try browser.view()["running"] as? [[String: Any]] ?? []
  }
}
