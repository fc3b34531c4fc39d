import Cairn
import CairnHTTP
import CairnTestKit
import Testing

@testable import CairnServer

/// Fake backups in memory.
private actor Shelf {
  private(set) var copied: [String] = []
  private(set) var times: [String: Instant] = [:]
  var broken: Set<String> = []
  var unchanged: Set<String> = []
  private let clock: ManualClock

  init(_ clock: ManualClock) { self.clock = clock }

  func copy(_ name: String) throws -> Bool {
    copied.append(name)
    if broken.contains(name) { throw CairnError("storage.full", "The disk is full.") }
    guard !unchanged.contains(name) else { return false }
    times[name] = clock.now
    return true
  }

  func set(broken: Set<String> = [], unchanged: Set<String> = []) {
    (self.broken, self.unchanged) = (broken, unchanged)
  }

  /// Returns the backups made since the last call.
  func news() -> [String] {
    defer { copied = [] }
    return copied
  }
}

@Suite struct `Backups that a server makes by itself` {
  private let clock: ManualClock
  private let shelf: Shelf

  init() {
    clock = ManualClock(at: .scratchStart)
    shelf = Shelf(clock)
  }

  private func rounds() -> BackupScheduler {
    BackupScheduler(now: { [clock] in clock.now }, latest: { [shelf] in await shelf.times[$0] }) {
      [shelf] in
      ["accounts", "anna", "ben"].map { name in
        BackupSubject(name) { try await shelf.copy(name) }
      }
    }
  }

  @Test func `are made of everything once a day`() async {
    let rounds = rounds()
    await rounds.round(.none)
    #expect(await shelf.news() == ["accounts", "anna", "ben"])
    clock.advance(by: .hours(23))
    await rounds.round(.none)
    #expect(await shelf.news() == [])
    clock.advance(by: .hours(1))
    await rounds.round(.none)
    #expect(await shelf.news() == ["accounts", "anna", "ben"])
    #expect(await rounds.made == 6)
    #expect(await rounds.last("anna") == clock.now)
  }

  @Test func `go on where they were when the server starts again`() async {
    await rounds().round(.none)
    _ = await shelf.news()
    clock.advance(by: .hours(20))
    await rounds().round(.none)
    #expect(await shelf.news() == [])
    clock.advance(by: .hours(4))
    await rounds().round(.none)
    #expect(await shelf.news().count == 3)
  }

  @Test func `look once a day at what has not changed`() async {
    let rounds = rounds()
    await shelf.set(unchanged: ["anna"])
    await rounds.round(.none)
    await rounds.round(.none)
    #expect(await shelf.news() == ["accounts", "anna", "ben"])
    #expect(await rounds.made == 2)
    #expect(await rounds.last("anna") == nil)
  }

  @Test func `that failed are tried again in the next round, and hold up no other`() async throws {
    let rounds = rounds()
    await shelf.set(broken: ["anna"])
    let (lines, said) = AsyncStream<String>.makeStream()
    let now = clock.now
    let logger = Logger(.info, .logfmt, logsAddresses: false, now: { now }) { said.yield($0) }
    await rounds.round(logger)
    said.finish()
    #expect(await shelf.news() == ["accounts", "anna", "ben"])
    let told = await lines.reduce(into: [String]()) { $0.append($1) }
    #expect(told.count == 1)
    #expect(told[0].hasSuffix(#" level=error message="backup failed" code=storage.full"#))
    await shelf.set()
    await rounds.round(.none)
    #expect(await shelf.news() == ["anna"])
    #expect(await rounds.made == 3)
    #expect(await rounds.failed == 1)
  }

  @Test func `are made although the clock was set back`() async {
    let rounds = rounds()
    await rounds.round(.none)
    _ = await shelf.news()
    clock.advance(by: .hours(-48))
    await rounds.round(.none)
    #expect(await shelf.news().count == 3)
    await rounds.round(.none)
    #expect(await shelf.news() == [])
  }

  @Test func `stop when the server does`() async {
    let rounds = rounds()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await rounds.round(.none)
    }
    await task.value
    #expect(await shelf.news() == [])
    #expect(await rounds.failed == 0)
  }

  @Test func `are told of in the settings`() async throws {
    let rounds = rounds()
    await shelf.set()
    try await TestEngine.device.scratchLog { scratch in
      let host = "127.0.0.1:8080"
      let server = ServedLog.server(scratch, host: host) { $0.backups = rounds }
      let client = TestClient(server: server, host: host, port: nil)
      #expect(try await client.ask(.get, "/settings").text.contains("Last backup: none yet"))
      _ = try await shelf.copy(BackupScheduler.ownName)
      let text = try await client.ask(.get, "/settings").text
      #expect(text.contains("Last backup: ") && !text.contains("none yet"))
    }
  }
}
