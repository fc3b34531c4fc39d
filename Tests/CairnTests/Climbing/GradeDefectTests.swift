import Cairn
import Testing

/// The defects of other logs with grades, by their numbers in spec/climbing.md 1.4.
@Suite struct `The known defects of grades` {
  @Test func `1: 5.9+ is not above 5.10a`() throws {
    let (plus, next) = (try Grade("5.9+", in: .yds), try Grade("5.10a", in: .yds))
    #expect(plus.isHarder(than: next) == false)
    #expect(next.isHarder(than: plus) == true)
    #expect(plus.isHarder(than: try Grade("5.9", in: .yds)) == true)
  }

  @Test func `2: the hardest French grades are not one`() throws {
    let hardest = try ["9a", "9a+", "9b", "9b+", "9c"].map { try Grade($0, in: .french) }
    #expect(Set(hardest.compactMap(\.order)).count == 5)
    #expect(hardest.sorted { $0.isHarder(than: $1) == false }.map(\.text) == hardest.map(\.text))
    #expect(Set(hardest.map(\.bucket)).count == 5)
  }

  @Test func `3: scales are not compared by a number that means nothing`() throws {
    let (american, french) = (try Grade("5.12a", in: .yds), try Grade("7a+", in: .french))
    #expect(american.isHarder(than: french) == nil)
    #expect(american.converted(to: .french)?.text == "~7a+")
    #expect(french.converted(to: .yds)?.grades.contains("5.12a") == true)
  }

  @Test func `4: a text keeps its case`() throws {
    #expect(try Grade("5.10a", in: .yds).text == "5.10a")
    #expect(try Grade("viii-", in: .uiaa).text == "viii-")
    #expect(GradeScale.yds.grades.contains(try Grade("5.10a", in: .yds).text))
    #expect(try Grade("5.10A", in: .yds).bucket == "5.10a")
  }

  @Test func `5: a slash grade has its ends in order, in every scale`() throws {
    #expect(throws: CairnError.self) { try Grade("V4/V3", in: .v) }
    let over = try Grade("5.10d/5.11a", in: .yds)
    #expect(over.isHarder(than: try Grade("5.10d", in: .yds)) == true)
    #expect(over.isHarder(than: try Grade("5.11a", in: .yds)) == false)
    let others: [(String, GradeScale)] = [
      ("VB/V0", .v), ("7a/7a+", .french), ("VII/VII+", .uiaa), ("6C/6C+", .font),
    ]
    for (text, scale) in others { #expect(try Grade(text, in: scale).text == text) }
  }

  @Test func `6: garbage is not a grade`() {
    let garbage: [(String, GradeScale)] = [
      ("V+5", .v), ("V-0", .v), ("5.1x0", .yds), ("5.10abc", .yds), ("5.9a", .yds),
    ]
    for (text, scale) in garbage {
      for any in GradeScale.all { #expect(throws: CairnError.self) { try Grade(text, in: any) } }
      #expect(Grade.read(text, forBoulders: nil) == nil)
      #expect(Grade(lenient: text, in: scale)?.order == nil)
    }
  }

  @Test func `7: a conversion converts`() throws {
    for scale in GradeScale.all {
      for other in GradeScale.all
      where other != scale && other.isForBoulders == scale.isForBoulders {
        #expect(try Grade(scale.grades[5], in: scale).converted(to: other)?.grades.isEmpty == false)
      }
    }
  }

  @Test func `8: the scale that was chosen is the one that counts, Font among them`() throws {
    #expect(try Grade("6b", in: .font).bucket == "6B")
    #expect(try Grade("6b", in: .french).bucket == "6b")
    #expect(try Grade("V", in: .uiaa).scale == .uiaa)
    #expect(throws: CairnError.self) { try Grade("V4", in: .yds) }
    #expect(throws: CairnError.self) { try Grade("5.10a", in: .french) }
    #expect(GradeScale.all.filter(\.isForBoulders) == [.v, .font])
  }
}
