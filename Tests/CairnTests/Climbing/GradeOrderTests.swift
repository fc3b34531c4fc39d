import Cairn
import Testing

@Suite struct `The order of grades` {
  @Test(
    arguments: [
      (.v, "VB- VB VB+ V0- V0 V0+ V1- V1 V1+ V1/V2 V2 V2/V3 V4 V16 V17 V18 V22"),
      (.font, "3C 4- 4 4+ 5- 5 5+ 6A 6A/6A+ 6A+ 6B 8C+ 9A 9A+ 9C+"),
      (
        .yds,
        "5.8- 5.8 5.8+ 5.9- 5.9 5.9+ 5.9+/5.10a 5.10a 5.10- 5.10b 5.10 5.10c 5.10+ 5.10d 5.11a"
      ),
      (.yds, "5.10d 5.10d/5.11a 5.11a 5.14d 5.15a 5.15d 5.16a"),
      (.french, "5c 5c+ 6a 6a/+ 6a+ 8c+ 9a 9a+ 9a+/9b 9b 9b+ 9c 9c+"),
      (.uiaa, "I I+ II- II II+ III- III III+ IV- IV IV+ V- 7+ 7+/8- 8- 11+ 12- 12"),
      (.ewbank, "1 2 9 10 11 21 21/22 22 39 40"),
      (.saxon, "VI VIIa VIIb VIIc VIIc/VIIIa VIIIa Xc XIa XIb XIIIc"),
    ] as [(GradeScale, String)]
  )
  func `rises`(scale: GradeScale, texts: String) throws {
    let grades = try texts.split(separator: " ").map { try Grade(String($0), in: scale) }
    for (place, one) in grades.enumerated() {
      for (otherPlace, other) in grades.enumerated() {
        #expect(one.isHarder(than: other) == (place > otherPlace), "\(one.text) \(other.text)")
        let (first, second) = (try #require(one.order), try #require(other.order))
        #expect((first < second) == (place < otherPlace))
      }
    }
  }

  @Test(arguments: [("v3/4", "V3/V4"), ("V3-4", "V3/4"), ("V3 PG13", "v3")])
  func `is the same for two spellings`(one: String, other: String) throws {
    let (one, other) = (try Grade(one, in: .v), try Grade(other, in: .v))
    #expect(one.order == other.order)
    #expect(one != other)
  }

  @Test func `is none between two scales`() throws {
    let (route, other) = (try Grade("5.12a", in: .yds), try Grade("7a+", in: .french))
    #expect(route.isHarder(than: other) == nil)
    #expect(other.isHarder(than: route) == nil)
  }

  @Test func `keeps scales apart in one list`() throws {
    let texts: [(String, GradeScale)] = [
      ("9a", .french), ("V3", .v), ("5.10a", .yds), ("6a", .french), ("V17", .v), ("5.15d", .yds),
    ]
    let grades = try texts.map { try Grade($0.0, in: $0.1) }
    let sorted = try grades.sorted { try #require($0.order) < #require($1.order) }
    #expect(sorted.map(\.text) == ["V3", "V17", "5.10a", "5.15d", "6a", "9a"])
  }
}
