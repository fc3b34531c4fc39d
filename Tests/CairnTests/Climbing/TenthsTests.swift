import Cairn
import Testing

@Suite struct `Decimals as text` {
  @Test func `read back as printed, for every valid temperature`() throws {
    for tenths in ClimbingScale.temperature.range {
      let text = tenths.tenthsText
      #expect(Int64(tenths: text) == tenths, "\(text)")
      #expect((tenths * 10).hundredthsText == text)
    }
    #expect(
      ([-35, -5, 0, 120, 125] as [Int64]).map(\.tenthsText) == ["-3.5", "-0.5", "0", "12", "12.5"]
    )
    #expect(
      ([-350, -55, -5, 4_205] as [Int64]).map(\.hundredthsText) == [
        "-3.5", "-0.55", "-0.05", "42.05",
      ]
    )
  }

  @Test(arguments: ["", "-", ".", "1.", "1.25", "1.-5", "1.+", "--1", "x", "1.2.3", "1e3"])
  func `are nil for invalid text`(text: String) {
    #expect(Int64(tenths: text) == nil)
  }

  @Test func `of an invalid temperature are rejected with an error in degrees`() {
    var climbing = Climbing()
    let error = #expect(throws: CairnError.self) { try climbing.set(.temperature, 2_000) }
    #expect(
      error?.message == "Temperature is a number from -90 to 70 (degrees Celsius), not 200."
    )
  }
}
