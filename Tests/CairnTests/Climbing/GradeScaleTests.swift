import Cairn
import Testing

@Suite struct `A scale of grades` {
  @Test(arguments: zip(GradeScale.all, ["V", "FONT", "YDS", "FRENCH", "UIAA", "EWBANK", "SAXON"]))
  func `is known by its stored name`(scale: GradeScale, name: String) {
    #expect(scale.name == name)
    #expect(GradeScale(name: name) == scale)
    #expect(!scale.title.isEmpty)
  }

  @Test func `is for boulders or for routes`() {
    #expect(GradeScale.all.filter(\.isForBoulders) == [.v, .font])
  }

  @Test(
    arguments: [
      (.v, 21, "VB", "V17"), (.font, 34, "1A", "9A"), (.yds, 35, "5.0", "5.15d"),
      (.french, 38, "1a", "9c"), (.uiaa, 31, "I", "XII"), (.ewbank, 39, "1", "39"),
      (.saxon, 27, "I", "XIIIc"),
    ] as [(GradeScale, Int, String, String)]
  )
  func `offers its grades, easiest first`(
    scale: GradeScale,
    count: Int,
    first: String,
    last: String
  ) {
    #expect(scale.grades.count == count)
    #expect([scale.grades.first, scale.grades.last] == [first, last])
    #expect(Set(scale.grades).count == count)
  }

  @Test(arguments: GradeScale.all)
  func `parses each grade it offers and returns it unchanged`(scale: GradeScale) throws {
    for text in scale.grades {
      let grade = try Grade(text, in: scale)
      #expect(grade.text == text)
      #expect(grade.bucket == text)
      #expect(grade.isOrdered)
      #expect(Grade(lenient: grade.text, in: scale) == grade)
      #expect(Grade.read(text, forBoulders: scale.isForBoulders)?.bucket == readAs(text, scale))
    }
  }

  @Test(arguments: GradeScale.all)
  func `offers each grade harder than the one before`(scale: GradeScale) throws {
    let grades = try scale.grades.map { text throws(CairnError) in try Grade(text, in: scale) }
    for (easier, harder) in zip(grades, grades.dropFirst()) {
      #expect(harder.isHarder(than: easier) == true, "\(easier.text) \(harder.text)")
      #expect(easier.isHarder(than: harder) == false)
      let between = try Grade("\(easier.text)/\(harder.text)", in: scale)
      #expect(between.isHarder(than: easier) == true)
      #expect(harder.isHarder(than: between) == true)
      #expect(between.bucket == easier.text)
    }
  }

  /// Plain numbers up to 12 are UIAA grades if a file does not name its scale.
  private func readAs(_ text: String, _ scale: GradeScale) -> String? {
    guard scale == .ewbank, let number = Int(text), number <= 12 else { return text }
    return GradeScale.uiaa.grades.filter { !$0.contains("-") && !$0.contains("+") }[number - 1]
  }
}
