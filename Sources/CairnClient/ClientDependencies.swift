public import Cairn

/// What a client needs from the world, handed in so that a test can be the world.
public struct ClientDependencies: Sendable {
  /// Looks at both clocks.
  public let clock: @Sendable () -> ClockReading
  /// A number from 0 up to 1, 1 left out, different each time.
  public let random: @Sendable () -> Double
  /// Waits.
  public let sleep: @Sendable (Duration) async throws -> Void
  /// A new id for a session.
  public let newID: @Sendable () -> String

  /// Gathers what a client needs.
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

  /// The real ones, but for the clocks: chance, `Task.sleep`, and ids of version 7 (RFC 9562).
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
