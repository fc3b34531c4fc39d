import Cairn
import CairnStore
import CairnTestKit
import Testing

extension SyncWorld {
  /// An action of a device on two sessions.
  typealias Step = @Sendable (LogWriter, SessionID, SessionID) throws -> Void

  /// Runs concurrent steps on two devices, for a book's sessions 08:00–09:00 (30 pages) and 09:00–09:30 (10 more).
  ///
  /// `isLater`: whether the first device acts later; `sendsFirst`: whether it syncs first. Passes the converged world
  /// and both sessions to the closure.
  static func runConcurrently(
    _ one: @escaping Step,
    _ other: @escaping Step,
    _ isLater: Bool,
    _ sendsFirst: Bool,
    _ check: (SyncWorld, [SessionID]) async throws -> Void
  ) async throws {
    try await with(2) { world in
      for one in world.devices + [world.server] { Scenario(one).at("12:00") }
      let me = Scenario(world.devices[0])
      let book = try await me.add("Dune", pages: 600)
      let first = try await me.track(book, "08:00-09:00", page: 30).id
      let second = try await me.track(book, "09:00-09:30", page: 40).id
      try await world.syncAll()
      for (index, step) in [one, other].enumerated() {
        Scenario(world.devices[index]).at((index == 0) == isLater ? "12:02" : "12:01")
        _ = try await world.devices[index].log.write("Change") { try step($0, first, second) }
      }
      for one in world.devices + [world.server] { Scenario(one).at("12:30") }
      if !sendsFirst { try await world.sync(1) }
      try await world.syncAll()
      try await expectEqual(world, "\(isLater) \(sendsFirst)")
      try await check(world, [first, second])
    }
  }
}
