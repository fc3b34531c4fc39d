import Cairn
import CairnTestKit
import Testing

@Suite struct `Any text as a grade` {
  @Test(arguments: SeededGenerator.seeds)
  func `is rejected, or keeps its text and its order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var accepted = 0
    for _ in 0..<5_000 {
      let (text, scale) = (random.gradeLikeText(), random.pick(GradeScale.all))
      _ = Grade.read(text, forBoulders: random.pick([nil, true, false]))
      guard let grade = try? Grade(text, in: scale) else { continue }
      accepted += 1
      #expect(text.contains(grade.text))
      #expect(Grade(lenient: grade.text, in: scale) == grade)
      try check(grade)
    }
    #expect(accepted > 100)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `never makes a slash grade easier than its first or harder than its second`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let scale = random.pick(GradeScale.all)
      let (first, second) = (random.pick(scale.grades), random.pick(scale.grades))
      let (low, high) = (try Grade(first, in: scale), try Grade(second, in: scale))
      let both = try? Grade("\(first)/\(second)", in: scale)
      let places = [first, second].map { scale.grades.firstIndex(of: $0) ?? 0 }
      let steps = places[1] - places[0]
      // Between two grades without a sign there are up to two with one: `VII+`, `VIII-`.
      if steps < 1 || steps > 3 { #expect(both == nil, "\(first)/\(second)") }
      if steps == 1 { #expect(both != nil, "\(first)/\(second)") }
      #expect(both?.isHarder(than: low) != false)
      #expect(both.map { high.isHarder(than: $0) } != false)
    }
  }

  /// Checks the invariants of every grade.
  private func check(_ grade: Grade) throws {
    let row = try Grade(grade.bucket, in: grade.scale)
    #expect(row.bucket == grade.bucket)
    for other in GradeScale.all {
      guard let conversion = grade.converted(to: other) else { continue }
      #expect(conversion.text.hasPrefix("~"))
      #expect(!conversion.grades.isEmpty)
      for text in conversion.grades { #expect(try Grade(text, in: other).isOrdered) }
    }
  }
}

extension SeededGenerator {
  /// Returns a text of a few parts, with which grades may or may not be written.
  fileprivate mutating func gradeLikeText() -> String {
    let pieces = [
      "V", "v", "5.", "B", "b", "a", "c", "d", "+", "-", "/", "0", "1", "3", "7", "10", "21", "I",
      "X", "VII", " ", "PG13", "R", "WI2", "é", "\u{0}", "x",
    ]
    let usual = pick(pick(GradeScale.all).grades)
    let start = oneIn(2) ? usual : pick(pieces)
    let rest = (0..<number(0...4)).map { _ in oneIn(3) ? usual : pick(pieces) }
    return start + rest.joined()
  }
}
