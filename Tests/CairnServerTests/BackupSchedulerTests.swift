import Cairn
import CairnAccounts
import CairnHTTP
import CairnTestKit
import Testing

@testable import CairnServer

/// Fake backups in memory.
private actor BackupTarget {
  private(set) var copied: [String] = []
  private(set) var times: [String: Instant] = [:]
  var broken: Set<String> = []
  var unchanged: Set<String> = []
  private let clock: ManualClock

  init(_ clock: ManualClock) { self.clock = clock }

  func copy(_ name: String) throws -> Bool {
    copied.append(name)
    if broken.contains(name) { throw CairnError("storage.full", "The disk is full.", hint: "") }
    guard !unchanged.contains(name) else { return false }
    times[name] = clock.now
    return true
  }

  func set(broken: Set<String> = [], unchanged: Set<String> = []) {
    (self.broken, self.unchanged) = (broken, unchanged)
  }

  /// Returns the backups made since the last call.
  func newCopies() -> [String] {
    defer { copied = [] }
    return copied
  }
}

@Suite struct `Scheduled backups` {
  private let clock: ManualClock
  private let target: BackupTarget

  init() {
    clock = ManualClock(at: .scratchStart)
    target = BackupTarget(clock)
  }

  private func scheduler() -> BackupScheduler {
    BackupScheduler(now: { [clock] in clock.now }, latest: { [target] in await target.times[$0] }) {
      [target] in
      ["accounts", "anna", "ben"].map { name in
        BackupSubject(name) { try await target.copy(name) }
      }
    }
  }

  @Test func `copy the accounts and every log once a day`() async {
    let scheduler = scheduler()
    await scheduler.round { _ in }
    #expect(await target.newCopies() == ["accounts", "anna", "ben"])
    clock.advance(by: .hours(23))
    await scheduler.round { _ in }
    #expect(await target.newCopies() == [])
    clock.advance(by: .hours(1))
    await scheduler.round { _ in }
    #expect(await target.newCopies() == ["accounts", "anna", "ben"])
    #expect(await scheduler.backupCount == 6)
    #expect(await scheduler.last("anna") == clock.now)
  }

  @Test func `keep their schedule across a restart`() async {
    await scheduler().round { _ in }
    _ = await target.newCopies()
    clock.advance(by: .hours(20))
    await scheduler().round { _ in }
    #expect(await target.newCopies() == [])
    clock.advance(by: .hours(4))
    await scheduler().round { _ in }
    #expect(await target.newCopies().count == 3)
  }

  @Test func `check an unchanged log only once a day`() async {
    let scheduler = scheduler()
    await target.set(unchanged: ["anna"])
    await scheduler.round { _ in }
    await scheduler.round { _ in }
    #expect(await target.newCopies() == ["accounts", "anna", "ben"])
    #expect(await scheduler.backupCount == 2)
    #expect(await scheduler.last("anna") == nil)
  }

  @Test func `retry a failed log in the next round, without delaying the others`() async throws {
    let scheduler = scheduler()
    await target.set(broken: ["anna"])
    let (lines, said) = AsyncStream<String>.makeStream()
    let now = clock.now
    let logger = Logger(.info, .logfmt, logsAddresses: false, now: { now }) { said.yield($0) }
    await scheduler.round(logger.report("backup failed"))
    said.finish()
    #expect(await target.newCopies() == ["accounts", "anna", "ben"])
    let reported = await lines.reduce(into: [String]()) { $0.append($1) }
    #expect(reported.count == 1)
    #expect(reported[0].hasSuffix(#" level=error message="backup failed" code=storage.full"#))
    await target.set()
    await scheduler.round { _ in }
    #expect(await target.newCopies() == ["anna"])
    #expect(await scheduler.backupCount == 3)
    #expect(await scheduler.failed == 1)
  }

  @Test func `run even after the clock was set back`() async {
    let scheduler = scheduler()
    await scheduler.round { _ in }
    _ = await target.newCopies()
    clock.advance(by: .hours(-48))
    await scheduler.round { _ in }
    #expect(await target.newCopies().count == 3)
    await scheduler.round { _ in }
    #expect(await target.newCopies() == [])
  }

  @Test func `stop when the server does`() async {
    let scheduler = scheduler()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await scheduler.round { _ in }
    }
    await task.value
    #expect(await target.newCopies() == [])
    #expect(await scheduler.failed == 0)
  }

  @Test func `appear in the settings`() async throws {
    let scheduler = scheduler()
    await target.set()
    try await TestEngine.device.scratchLog { scratch in
      let host = "127.0.0.1:8080"
      let server = ServedLog.server(scratch, host: host) { $0.backups = scheduler }
      let client = TestClient(server: server, host: host, port: nil)
      #expect(try await client.ask(.get, "/settings/data").text.contains("Last backup: none yet"))
      _ = try await target.copy(BackupScheduler.ownName)
      let text = try await client.ask(.get, "/settings/data").text
      #expect(text.contains("Last backup: ") && !text.contains("none yet"))
    }
  }
}
