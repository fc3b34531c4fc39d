import Cairn
import CairnTestKit
import Testing

@Suite struct `The id of a record` {
  @Test(arguments: [
    "0198f0aa-1c2d-7e3f-8a9b-0c1d2e3f4a5b", "0198F0AA-1C2D-7E3F-8A9B-0C1D2E3F4A5B",
    "0198f0aa1c2d7e3f8a9b0c1d2e3f4a5b", "0198f0aa1c2d-7e3f8a9b-0c1d2e3f4a5b",
  ])
  func `is read with and without hyphens`(text: String) {
    let id = RecordID(text: text)
    #expect(id == RecordID(high: 0x0198_F0AA_1C2D_7E3F, low: 0x8A9B_0C1D_2E3F_4A5B))
    #expect(id?.text == "0198f0aa-1c2d-7e3f-8a9b-0c1d2e3f4a5b")
  }

  @Test(arguments: [
    "", "0198f0aa", "0198f0aa-1c2d-7e3f-8a9b-0c1d2e3f4a5", "0198f0aa-1c2d-7e3f-8a9b-0c1d2e3f4a5bc",
    "0198f0aa-1c2d-7e3f-8a9b-0c1d2e3f4a5g", "{0198f0aa-1c2d-7e3f-8a9b-0c1d2e3f4a5b}",
    "0198f0a-a1c2d-7e3f-8a9b-0c1d2e3f4a5b", "-0198f0aa1c2d7e3f8a9b0c1d2e3f4a5b",
    "0198f0aa1c2d7e3f8a9b0c1d2e3f4a5b-", "0198f0aa--1c2d-7e3f-8a9b-0c1d2e3f4a5b",
    "0198f0aa-1c2d-7e3f-8a9b-0c1d2e3f4a5b ", "０198f0aa1c2d7e3f8a9b0c1d2e3f4a5b",
  ])
  func `is refused in any other form`(text: String) {
    #expect(RecordID(text: text) == nil)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `reads back as itself and sorts like its text`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let left = RecordID(high: random.next() >> random.next() % 64, low: random.next())
      let right = RecordID(
        high: random.oneIn(2) ? left.high : random.next(),
        low: random.next()
      )
      #expect(RecordID(text: left.text) == left)
      #expect((left < right) == (left.text < right.text))
      #expect(!(left < left))
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `has version 7, its time and random bits when new`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var known: Set<RecordID> = []
    for _ in 0..<300 {
      let instant = random.instant()
      let id = RecordID(at: instant, random: &random)
      #expect(id.high >> 16 == UInt64(instant.milliseconds))
      #expect(id.high >> 12 & 0xF == 7)
      #expect(id.low >> 62 == 0b10)
      #expect(RecordID(at: instant + Milliseconds(1), random: &random) > id)
      known.insert(RecordID(at: .earliest, random: &random))
    }
    #expect(known.count == 300)
  }

  @Test func `uses every random bit`() {
    var random = SeededGenerator(seed: 1)
    var high: (set: UInt64, clear: UInt64) = (0, 0)
    var low: (set: UInt64, clear: UInt64) = (0, 0)
    for _ in 0..<200 {
      let id = RecordID(at: Instant(milliseconds: 0), random: &random)
      high = (high.set | id.high, high.clear | ~id.high)
      low = (low.set | id.low, low.clear | ~id.low)
    }
    #expect(high.set & high.clear == 0x0FFF)
    #expect(low.set & low.clear == 0x3FFF_FFFF_FFFF_FFFF)
  }

  @Test func `of one type cannot be used for another`() {
    let record = RecordID(high: 1, low: 2)
    #expect(Identifier<Work>(record).record == record)
    #expect(Identifier<Work>(record) < Identifier<Work>(RecordID(high: 1, low: 3)))
  }
}

@Suite struct `A short id` {
  @Test(
    arguments: [
      (0, "000000"), (1, "000001"), (31, "00000z"), (32, "000010"), (0x3FFF_FFFF, "zzzzzz"),
      (0xFFFF_FFFF_C000_0000, "000000"),
    ] as [(UInt64, String)]
  )
  func `is the last 30 bits in six characters`(low: UInt64, text: String) {
    #expect(ShortID(RecordID(high: .max, low: low)).text == text)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `reads back as itself, in capitals as well`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let short = ShortID(RecordID(high: random.next(), low: random.next()))
      #expect(short.text.utf8.count == 6)
      #expect(ShortID(text: short.text) == short)
      #expect(ShortID(text: short.text.uppercased()) == short)
    }
  }

  @Test(arguments: [("o0O0o0", "000000"), ("iIlL11", "111111"), ("00000O", "000000")])
  func `accepts look-alike letters for digits`(typed: String, meant: String) {
    #expect(ShortID(text: typed)?.text == meant)
  }

  @Test(arguments: ["", "00000", "0000000", "00000u", "00000U", "00 000", "0000-0", "é000", "０00"])
  func `is refused in any other form`(text: String) {
    #expect(ShortID(text: text) == nil)
  }
}
