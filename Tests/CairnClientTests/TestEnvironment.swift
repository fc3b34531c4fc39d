import Cairn
import CairnClient
import CairnTestKit
import Dispatch
import Foundation
import Testing

/// Clocks, random numbers and delays under the control of a test.
final class TestEnvironment: @unchecked Sendable {  // everything is touched on `queue` only
  private let queue = DispatchQueue(label: "cairn.world")
  private var instant = Instant(milliseconds: 1_767_636_000_000)
  private var elapsed = Milliseconds.hours(5)
  private var random: SeededGenerator
  private var pauses: [Duration] = []
  private var ids = 0

  init(seed: UInt64 = 1) { random = SeededGenerator(seed: seed) }

  var now: Instant { queue.sync { instant } }

  /// The durations of all delays.
  var waited: [Duration] { queue.sync { pauses } }

  func advance(by time: Milliseconds) {
    queue.sync {
      instant = instant + time
      elapsed += time
    }
  }

  func pick<Value>(_ values: [Value]) -> Value {
    queue.sync { values[Int.random(in: values.indices, using: &random)] }
  }

  func number(_ range: ClosedRange<Int>) -> Int {
    queue.sync { .random(in: range, using: &random) }
  }

  var dependencies: ClientDependencies {
    ClientDependencies(
      clock: { self.queue.sync { self.reading } },
      random: { 0.5 },
      sleep: { pause in self.queue.sync { self.pauses.append(pause) } },
      newID: { self.queue.sync { self.nextID() } }
    )
  }

  private var reading: ClockReading {
    ClockReading(now: instant, mark: ClockMark(boot: "b", elapsed: elapsed))
  }

  private func nextID() -> String {
    ids += 1
    return RecordID(at: instant, random: &random).text
  }
}

/// A client device with a scripted server and its own outbox.
struct Phone {
  let world: TestEnvironment
  let server: ScriptedServer
  let path: String

  /// Returns a client that is signed in as Anna by default.
  func client(_ credentials: Credentials? = .anna) async throws -> ListeningClient {
    try await ListeningClient(
      outbox: path,
      origin: "http://cairn.test",
      transport: server,
      dependencies: world.dependencies,
      credentials: credentials
    )
  }
}

extension Credentials {
  static let anna = Credentials(token: "token-anna", userId: "anna")
  static let ben = Credentials(token: "token-ben", userId: "ben")
}

/// Runs the closure with a phone, and removes it afterwards.
func withPhone<T>(seed: UInt64 = 1, _ body: (Phone) async throws -> T) async throws -> T {
  let world = TestEnvironment(seed: seed)
  return try await withScratchFolder { folder in
    try await body(Phone(world: world, server: ScriptedServer(world), path: folder + "/outbox.db"))
  }
}

extension NewSession {
  /// Returns a session in the hour before the test's start time.
  static func made(
    _ id: String,
    _ story: String = "story",
    seconds: Int = 300,
    completed: Bool = true
  ) -> NewSession {
    let start = Date(timeIntervalSince1970: 1_767_632_400)
    let end = start.addingTimeInterval(Double(seconds) + 30)
    return NewSession(
      id: id,
      storyId: story,
      startedAt: start,
      endedAt: end,
      duration: seconds,
      completed: completed
    )
  }
}

/// Returns the code of the error that `body` throws; nil without an error.
func code(_ body: () async throws -> Void) async -> ClientError.Code? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? ClientError)?.code
  }
}
