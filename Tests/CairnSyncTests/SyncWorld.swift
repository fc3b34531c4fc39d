import Cairn
import CairnSQL
import CairnSQLite
import CairnStore
import CairnSync
import CairnTestKit
import Foundation
import Synchronization

/// A server and several devices, connected by controllable transports.
struct SyncWorld {
  /// The server's log.
  var server: ScratchLog
  /// The devices' logs, each with its own clock.
  var devices: [ScratchLog]

  /// Runs the closure with a temporary world.
  static func with<T>(
    _ count: Int,
    seed: UInt64 = 1,
    _ body: (inout SyncWorld) async throws -> T
  ) async throws -> T {
    try await TestEngine.server.scratchLog(seed: seed &* 1_000) { server in
      try await add(count, seed, SyncWorld(server: server, devices: []), body)
    }
  }

  private static func add<T>(
    _ count: Int,
    _ seed: UInt64,
    _ world: SyncWorld,
    _ body: (inout SyncWorld) async throws -> T
  ) async throws -> T {
    var world = world
    guard world.devices.count < count else { return try await body(&world) }
    let own = seed &* 1_000 &+ UInt64(world.devices.count) &+ 1
    return try await TestEngine.device.scratchLog(seed: own) { device in
      world.devices.append(device)
      return try await add(count, seed, world, body)
    }
  }

  /// Syncs a device over a transport.
  @discardableResult
  func sync(_ device: Int, over line: TestConnection = TestConnection()) async throws -> SyncOutcome
  {
    try await SyncRunner(devices[device].log, transport: line.transport(to: server.log)).run()
  }

  /// Syncs all devices until nothing changes any more.
  func syncAll() async throws {
    for _ in 0..<3 { for device in devices.indices { try await sync(device) } }
  }

  /// Backs up the server's log.
  func backUp(to path: String) async throws {
    guard let database = server.database as? SQLiteDatabase else { return }
    try? FileManager.default.removeItem(atPath: path)
    try await database.backup(to: path)
  }

  /// Restores a backup on the server; `changesEpoch` renews the epoch, as a proper restore does.
  mutating func restoreBackup(to path: String, changesEpoch: Bool) async throws {
    await server.log.close()
    for ending in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: server.file.path + ending)
    }
    try FileManager.default.copyItem(atPath: path, toPath: server.file.path)
    server = try await server.reopen()
    if changesEpoch {
      try await server.log.renewNode()
      server = try await server.reopen()
    }
  }

  /// Returns the full content of a log in export format.
  static func export(_ log: Log) async throws -> [String] {
    let lines = Lines()
    try await log.export(
      records: { record in
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        record.writeMembers(to: &writer)
        writer.endObject()
        lines.all.append(writer.text)
      },
      mutations: { mutation in
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        mutation.writeMembers(to: &writer)
        writer.endObject()
        lines.all.append(writer.text)
      }
    )
    return lines.all
  }

  private final class Lines: @unchecked Sendable {
    // Filled within one read, and read afterwards.
    var all: [String] = []
  }
}

/// A simulated connection that may lose requests and responses.
final class TestConnection: Sendable {
  private let loss: Int
  private let state: Mutex<(chance: SeededGenerator, calls: [SyncRequest])>

  /// Loses about `loss` percent of requests, and as many responses.
  init(loss: Int = 0, seed: UInt64 = 1) {
    self.loss = loss
    state = Mutex((SeededGenerator(seed: seed), []))
  }

  /// A lost request or response.
  struct Cut: Error {}

  /// The requests so far.
  var calls: [SyncRequest] { state.withLock { $0.calls } }

  func transport(to server: Log) -> SyncTransport {
    { [self] call in
      state.withLock { $0.calls.append(call) }
      if isLost() { throw Cut() }
      let reply = try await Self.answer(call, server)
      if isLost() { throw Cut() }
      // A request may arrive twice.
      if isLost() { return try await Self.answer(call, server) }
      return reply
    }
  }

  private func isLost() -> Bool {
    state.withLock { Int.random(in: 0..<100, using: &$0.chance) < loss }
  }

  /// Handles a request as the server's handlers do.
  private static func answer(_ call: SyncRequest, _ log: Log) async throws -> SyncResponse {
    do {
      switch call.path {
      case "/api/v1/sync/hello":
        return SyncResponse(status: 200, body: try await log.syncHead().encode())
      case "/api/v1/sync/push":
        let results = try await log.applyPush(SyncPush(call.body ?? []))
        return SyncResponse(status: 200, body: PushResults(results).encode())
      default:
        let page = try await log.syncPage(SyncPull(call.body ?? []))
        return SyncResponse(status: 200, body: page.encode())
      }
    } catch is EpochMismatch {
      return SyncResponse(status: 409, body: Array(#"{"code":"sync.epoch_mismatch"}"#.utf8))
    }
  }
}
