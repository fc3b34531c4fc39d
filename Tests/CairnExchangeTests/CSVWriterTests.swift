import Cairn
import CairnExchange
import Testing

@Suite struct `Writing CSV` {
  @Test(arguments: [
    (["a", "b"], "a,b"), (["", ""], ","), ([""], "\"\""), (["x, y"], "\"x, y\""),
    (["say \"hi\""], "\"say \"\"hi\"\"\""), (["one\ntwo"], "\"one\ntwo\""),
    ([" edge", "edge "], "\" edge\",\"edge \""), (["=1+1"], "'=1+1"), (["+49 30"], "'+49 30"),
    (["-50", "+1", "-7.25"], "-50,+1,-7.25"), (["-x", "@me", "--1", "-"], "'-x,'@me,'--1,'-"),
    (["\tx"], "'\tx"), (["=\"1\""], "\"'=\"\"1\"\"\""), (["'=1"], "''=1"), (["'tis"], "'tis"),
    (["a=b"], "a=b"), (["-1.2.3", "-1."], "'-1.2.3,'-1."),
  ])
  func `quotes and escapes only where needed`(cells: [String], expected: String) {
    var writer = CSVWriter()
    writer.row(cells)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == expected + "\r\n")
  }

  @Test func `and parsing return the same cells`() throws {
    let seed = UInt64.random(in: 0...(.max))
    var random = SeededGenerator(seed: seed)
    for round in 0..<500 {
      let width = Int.random(in: 1...4, using: &random)
      let rows = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        (0..<width).map { _ in randomCell(&random) }
      }
      var writer = CSVWriter()
      writer.row((0..<width).map { "column \($0)" })
      for row in rows { writer.row(row) }
      var reader = try CSVReader(writer.bytes)
      var result: [[String]] = []
      while let row = try reader.next() { result.append(row.fields) }
      #expect(result == rows && reader.issues.isEmpty, "seed \(seed) round \(round)")
    }
  }

  private func randomCell(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "=", "\"", "'", ",", "\n", "\r", "\r\n", " ", "-", "1", ".", "é🧗", "x", "\t", "@",
    ]
    return (0..<Int.random(in: 0...5, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
  }
}

/// SplitMix64: the same seed gives the same numbers on every machine.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
