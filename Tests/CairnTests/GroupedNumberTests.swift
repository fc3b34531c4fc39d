import Cairn
import Testing

@Suite struct `A number for people` {
  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (-999, "-999"), (-1_000, "-1,000"),
    (12_022, "12,022"), (-123_456, "-123,456"), (1_234_567, "1,234,567"),
    (Int64.max, "9,223,372,036,854,775,807"), (.min, "-9,223,372,036,854,775,808"),
  ])
  func `has a comma between thousands`(number: Int64, text: String) {
    #expect(grouped(number) == text)
  }

  @Test func `has one next to its noun, in a duration and in a headline`() {
    #expect(counted(1_000, "hour") == "1,000 hours" && counted(1, "hour") == "1 hour")
    #expect(Measure.pages.counted(12_022) == "12,022 pages")
    #expect(Milliseconds.hours(1_001).hoursAndMinutes == "1,001h 00m")
    #expect(Int64(123_450).wholeText == "1,235" && Int64(450).wholeText == "4.5")
  }

  @Test func `has none where it is stored`() throws {
    let minimum = try #require(StreakMinimum(text: "1500 pages"))
    #expect(minimum.text == "1500 pages")
  }
}
