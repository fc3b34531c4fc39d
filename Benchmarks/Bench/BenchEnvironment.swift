import Cairn
import CairnSQL
import CairnStore
import Synchronization

/// A deterministic log environment: the time is set by hand, random numbers have a seed.
final class BenchEnvironment: Sendable {
  private let time: Atomic<Int64>
  private let chance: Atomic<UInt64>

  init(at start: Instant = BenchEnvironment.end, seed: UInt64 = 1) {
    time = Atomic(start.milliseconds)
    chance = Atomic(seed)
  }

  /// An instant after all generated sessions: 2024-01-01T00:00:00Z.
  static let end = Instant(milliseconds: 1_704_067_200_000)
  static let zone = "Europe/Berlin"

  var now: Instant { Instant(milliseconds: time.load(ordering: .relaxed)) }

  func wait(_ length: Milliseconds) {
    time.wrappingAdd(length.count, ordering: .relaxed)
  }

  var environment: LogEnvironment {
    LogEnvironment(now: { self.now }, random: { self.random() }, zone: SystemZones.rules)
  }

  /// Returns the next 64 bits of SplitMix64 (Steele, Lea, Flood 2014).
  func random() -> UInt64 {
    var bits = chance.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  func random(_ range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(random() % UInt64(range.upperBound - range.lowerBound + 1))
  }
}
