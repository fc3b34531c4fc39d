import Cairn
import CairnStore
import CairnSync
import CairnTestKit
import Synchronization
import Testing

@Suite("A device that syncs automatically")
struct SyncWatchTests {
  @Test func `sends local changes, and fetches changes that the server announces`() async throws {
    try await watching { world, line, states in
      #expect(try await states.outcome().sent == 0)
      let one = Scenario(world.devices[0])
      _ = try await one.add("Emma")
      #expect(try await states.outcome().sent == 1)
      _ = try await Scenario(world.server).add("Dune")
      line.notify()
      // An earlier run may end first.
      while try await states.outcome().received == 0 {}
      #expect(try await world.devices[0].log.books().count == 2)
    }
  }

  @Test func `continues after failures, with growing delays`() async throws {
    try await watching { world, line, states in
      _ = try await states.outcome()
      line.isCut = true
      _ = try await Scenario(world.devices[0]).add("Emma")
      let waits = try await [states.failure(), states.failure(), states.failure()]
      for (wait, most) in zip(waits, [1_000, 2_000, 4_000]) {
        #expect((Int64(most / 2)...Int64(most)).contains(wait.count))
      }
      line.isCut = false
      #expect(try await states.outcome().sent == 1)
    }
  }

  @Test func `waits as long as the server asks`() async throws {
    try await watching { world, line, states in
      _ = try await states.outcome()
      line.pause = 20
      _ = try await Scenario(world.devices[0]).add("Emma")
      for _ in 0..<2 { #expect(try await states.failure() == Milliseconds(20_000)) }
      line.pause = nil
      #expect(try await states.outcome().sent == 1)
    }
  }

  /// Such a run writes that a full comparison is due, which must not trigger another run.
  @Test func `waits after a failed run that wrote, until there is more to send`() async throws {
    try await watching(sleeps: false) { world, line, states in
      _ = try await states.outcome()
      line.isRefusing = true
      _ = try await Scenario(world.devices[0]).add("Emma")
      _ = try await states.failure()
      let pushes = line.pushes
      for number in 0..<50 { _ = try await Scenario(world.server).add("Book \(number)") }
      #expect(line.pushes == pushes)
      line.isRefusing = false
      _ = try await Scenario(world.devices[0]).add("Dune")
      #expect(try await states.outcome().sent == 2)
    }
  }

  @Test func `does not run again for its own writes`() async throws {
    try await watching { world, line, states in
      _ = try await states.outcome()
      _ = try await Scenario(world.devices[0]).add("Emma")
      _ = try await states.outcome()
      let calls = line.pushes
      _ = try await Scenario(world.server).add("Dune")
      line.notify()
      _ = try await states.outcome()
      #expect(line.pushes == calls)
    }
  }

  @Test func `polls with a delay when the change feed is unavailable`() async throws {
    try await watching { world, line, states in
      line.isFeedDown = true
      _ = try await states.outcome()
      _ = try await states.outcome()
      #expect(Set(line.sleepLog.all) == [Milliseconds(15_000)])
    }
  }

  private func watching(
    sleeps: Bool = true,
    _ body: (SyncWorld, NotifyingTransport, States) async throws -> Void
  ) async throws {
    try await SyncWorld.with(1) { world in
      let log = world.devices[0].log
      let line = NotifyingTransport(to: world.server.log)
      let watch = SyncWatch(
        log,
        writes: log.changes(),
        sleep: {
          line.sleepLog.note($0)
          if sleeps { await Task.yield() } else { try await Task.sleep(for: .seconds(3_600)) }
        },
        transport: line.transport
      )
      try await body(world, line, States(all: watch.states()))
    }
  }
}

/// The states of a watch, with access to the next result.
private struct States: Sendable {
  let all: AsyncStream<SyncStatus>

  struct EndOfStates: Error {}

  func outcome() async throws -> SyncOutcome {
    for await state in all { if case .finished(let outcome) = state { return outcome } }
    throw EndOfStates()
  }

  func failure() async throws -> Milliseconds {
    for await state in all { if case .failed(_, let again) = state { return again } }
    throw EndOfStates()
  }
}

/// A transport that reports changes when the test triggers it.
private final class NotifyingTransport: @unchecked Sendable {
  // The test sets these between two runs.
  var isCut = false
  var isFeedDown = false
  var isRefusing = false
  var pause: Int64?
  let sleepLog = SleepLog()
  private(set) var pushes = 0
  private let line: SyncTransport
  private let notifications: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init(to server: Log) {
    line = TestConnection().transport(to: server)
    (notifications, continuation) = AsyncStream<Void>.makeStream()
  }

  private static let otherEpoch = SyncResponse(
    status: 409,
    body: Array(#"{"code":"sync.epoch_mismatch"}"#.utf8)
  )

  func notify() { continuation.yield() }

  var transport: SyncTransport {
    { [self] call in
      if isCut { throw TestConnection.Cut() }
      if let pause { return SyncResponse(status: 429, body: [], retryAfter: pause) }
      guard call.path.hasPrefix("/api/v1/changes?since=") else {
        if call.path.hasSuffix("push") {
          pushes += 1
          if isRefusing { return Self.otherEpoch }
        }
        return try await line(call)
      }
      if isFeedDown { throw TestConnection.Cut() }
      for await _ in notifications { break }
      return SyncResponse(status: 200, body: [])
    }
  }
}

/// The requested delays of a watch.
private final class SleepLog: Sendable {
  private let kept = Mutex<[Milliseconds]>([])

  func note(_ nap: Milliseconds) { kept.withLock { $0.append(nap) } }

  var all: [Milliseconds] { kept.withLock { $0 } }
}
