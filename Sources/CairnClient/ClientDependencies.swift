public import Cairn

/// The dependencies of a client, which tests can replace.
public struct ClientDependencies: Sendable {
  /// Reads the wall clock and the monotonic clock.
  public let clock: @Sendable () -> ClockReading
  /// Returns a random number in `0..<1`.
  public let random: @Sendable () -> Double
  /// Waits for a duration.
  public let sleep: @Sendable (Duration) async throws -> Void
  /// Returns a new session ID.
  public let newID: @Sendable () -> String

  /// Creates dependencies from closures.
  public init(
    clock: @escaping @Sendable () -> ClockReading,
    random: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    newID: @escaping @Sendable () -> String
  ) {
    self.clock = clock
    self.random = random
    self.sleep = sleep
    self.newID = newID
  }

  /// Creates the standard dependencies: random numbers, `Task.sleep`, and UUIDv7 IDs (RFC 9562).
  public init(clock: @escaping @Sendable () -> ClockReading) {
    self.init(
      clock: clock,
      random: { .random(in: 0..<1) },
      sleep: { try await Task.sleep(for: $0) },
      newID: {
        var random = SystemRandomNumberGenerator()
        return RecordID(at: clock().now, random: &random).text
      }
    )
  }
}
