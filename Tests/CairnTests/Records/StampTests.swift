import Cairn
import CairnTestKit
import Testing

@Suite struct `A stamp` {
  @Test func `consists of milliseconds, counter, node, turn and the automatic flag`() {
    let stamp = Stamp(time: 0x019B_8F1A_2B40_0003, node: 0xC0FF_EE01)
    #expect(stamp.text == "019b8f1a2b400003-c0ffee01")
    #expect(Stamp(time: 1, node: 2, isAutomatic: true).text == "0000000000000001-00000002a")
    #expect(Stamp(time: 1, node: 2, turn: 26).text == "0000000000000001-00000002u001a")
  }

  @Test(arguments: SeededGenerator.seeds)
  func `sorts like its text and reads back as itself`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let left = random.stamp()
      let right = random.stamp()
      #expect((left < right) == ascii(left.text, precedes: right.text))
      #expect((left == right) == (left.text == right.text))
      #expect(Stamp(text: left.text) == left)
    }
  }

  private func ascii(_ left: String, precedes right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  @Test(arguments: [
    "", "019b8f1a2b400003", "019b8f1a2b400003-c0ffee0", "019b8f1a2b400003-c0ffee011",
    "019B8F1A2B400003-c0ffee01", "019b8f1a2b400003-C0FFEE01", "019b8f1a2b400003_c0ffee01",
    "019b8f1a2b400003-c0ffee01A", "019b8f1a2b400003-c0ffee01b", "019b8f1a2b40000g-c0ffee01",
    " 19b8f1a2b400003-c0ffee01", "019b8f1a2b400003-c0ffee01aa",
    "019b8f1a2b400003-c0ffee01u0000", "019b8f1a2b400003-c0ffee01au0001",
    "019b8f1a2b400003-c0ffee01u001", "019b8f1a2b400003-c0ffee01v0001",
  ])
  func `is refused in any other form`(text: String) {
    #expect(Stamp(text: text) == nil)
  }
}

@Suite struct `A hybrid clock` {
  @Test(arguments: SeededGenerator.seeds)
  func `never goes back, whatever the wall clock or other devices do`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var clock = HybridClock(node: 7)
    var latest: UInt64 = 0
    for _ in 0..<500 {
      if random.oneIn(4) {
        let seen = Stamp(time: UInt64(random.number(0...5_000)) << 16, node: 9)
        clock.observe(seen)
        latest = max(latest, seen.time)
      } else {
        let stamp = clock.tick(at: Instant(milliseconds: random.number(-100...5_000)))
        #expect(stamp.time > latest)
        #expect(stamp.node == 7 && !stamp.isAutomatic)
        latest = stamp.time
      }
    }
  }

  @Test func `follows the wall clock while that goes forward`() {
    var clock = HybridClock(node: 1)
    #expect(clock.tick(at: Instant(milliseconds: 5)).time == 5 << 16)
    #expect(clock.tick(at: Instant(milliseconds: 5)).time == 5 << 16 + 1)
    #expect(clock.tick(at: Instant(milliseconds: 4)).time == 5 << 16 + 2)
    #expect(clock.tick(at: Instant(milliseconds: 6)).time == 6 << 16)
  }

  @Test func `carries a full counter into the next millisecond`() {
    var clock = HybridClock(last: 5 << 16 | 0xFFFF, node: 1)
    #expect(clock.tick(at: Instant(milliseconds: 5)).time == 6 << 16)
  }

  @Test func `continues from its saved state`() {
    let saved = HybridClock(last: 9 << 16, node: 1)
    var clock = HybridClock(last: saved.last, node: saved.node)
    #expect(clock == saved)
    #expect(clock.tick(at: Instant(milliseconds: 1)).time == 9 << 16 + 1)
  }

  @Test func `ignores a stamp from an impossible time`() {
    var clock = HybridClock(node: 1)
    clock.observe(Stamp(time: .max, node: 2))
    clock.observe(Stamp(time: UInt64(Instant.limit.milliseconds) << 16, node: 2))
    #expect(clock.tick(at: Instant(milliseconds: 5)).time == 5 << 16)
  }

  @Test func `continues with an absurd wall clock`() {
    var clock = HybridClock(node: 1)
    let first = clock.tick(at: Instant(milliseconds: .max))
    let second = clock.tick(at: Instant(milliseconds: .max))
    #expect(first < second)
    var later = HybridClock(node: 1)
    later.observe(second)
    #expect(later.tick(at: Instant(milliseconds: .min)) > second)
  }
}
