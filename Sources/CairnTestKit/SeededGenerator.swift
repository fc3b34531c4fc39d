import Foundation

/// Random numbers that can be had again: the same seed gives the same numbers (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Begins the numbers that belong to a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Seeds for the `arguments:` of a property test, so that a failure names the seed.
  ///
  /// Two that are always the same and a new one per run; only that of `CAIRN_TEST_SEED` when set.
  public static let seeds: [UInt64] = {
    let wanted = ProcessInfo.processInfo.environment["CAIRN_TEST_SEED"].flatMap { UInt64($0) }
    return wanted.map { [$0] } ?? [1, 2, .random(in: 3...UInt64(UInt32.max))]
  }()
}
