import Foundation

/// A reproducible random number generator: the same seed gives the same numbers (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator from a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The seeds for the `arguments:` of a property test, so that a failure reports the seed.
  ///
  /// Two fixed seeds and one new seed per run; only `CAIRN_TEST_SEED` if it is set.
  public static let seeds: [UInt64] = {
    let environmentSeed = ProcessInfo.processInfo.environment["CAIRN_TEST_SEED"].flatMap {
      UInt64($0)
    }
    return environmentSeed.map { [$0] } ?? [1, 2, .random(in: 3...UInt64(UInt32.max))]
  }()
}
