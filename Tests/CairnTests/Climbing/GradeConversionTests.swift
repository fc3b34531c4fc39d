import Cairn
import Testing

@Suite struct `Converting a grade` {
  @Test(
    arguments: [
      ("5.12a", .yds, .french, "~7a+"), ("5.11a", .yds, .french, "~6b+/6c"),
      ("5.10a", .yds, .ewbank, "~18"), ("5.15d", .yds, .french, "~9c"),
      ("7a", .french, .yds, "~5.11c/5.11d"), ("7b", .french, .uiaa, "~VIII+/IX-"),
      ("5.11b", .yds, .uiaa, "~VII+/VIII-"), ("VII+/VIII-", .uiaa, .french, "~6c"),
      ("8-", .uiaa, .saxon, "~IXa"), ("V4", .v, .font, "~6A+–6B+"), ("7A", .font, .v, "~V6"),
      ("v6", .v, .font, "~6C+/7A"), ("V3/V4", .v, .font, "~5C+–6B+"),
      ("5.9", .yds, .french, "~5b–5c"),
      ("5.9+", .yds, .french, "~5b+/5c"), ("5.9-", .yds, .french, "~5b/5b+"),
      ("5.10", .yds, .french, "~5c–6b+"), ("5.10+ R", .yds, .french, "~6b/6b+"),
      ("21/22", .ewbank, .uiaa, "~VII+/VIII-"), ("IV-", .uiaa, .french, "~4a"),
    ] as [(String, GradeScale, GradeScale, String)]
  )
  func `returns overlapping grades of the table, marked as approximate`(
    text: String,
    from: GradeScale,
    to: GradeScale,
    shown: String
  ) throws {
    let conversion = try #require(try Grade(text, in: from).converted(to: to))
    #expect(conversion.text == shown)
    #expect(conversion.scale == to)
  }

  @Test(arguments: GradeScale.all)
  func `never converts between boulders and routes`(scale: GradeScale) throws {
    for text in scale.grades where text != "XIa" {
      let grade = try Grade(text, in: scale)
      for other in GradeScale.all {
        let isPossible = other != scale && other.isForBoulders == scale.isForBoulders
        #expect((grade.converted(to: other) != nil) == isPossible, "\(text) to \(other)")
      }
    }
  }

  @Test func `returns nil without a row in the table`() throws {
    let grade = try Grade("XIa", in: .saxon)
    #expect(GradeScale.all.allSatisfy { grade.converted(to: $0) == nil })
  }

  @Test(arguments: GradeScale.all)
  func `is symmetric`(scale: GradeScale) throws {
    for text in scale.grades where !["5.9+", "III-", "III+", "IV-"].contains(text) {
      for other in GradeScale.all {
        for found in try Grade(text, in: scale).converted(to: other)?.grades ?? [] {
          let back = try Grade(found, in: other).converted(to: scale)
          #expect(back?.grades.contains(text) == true, "\(text) gives \(found)")
        }
      }
    }
  }

  @Test(arguments: GradeScale.all)
  func `never gives an easier grade for a harder one`(scale: GradeScale) throws {
    for other in GradeScale.all {
      let ends = try scale.grades.compactMap { text -> (Grade, Grade)? in
        guard let grades = try Grade(text, in: scale).converted(to: other)?.grades,
          let first = grades.first, let last = grades.last
        else { return nil }
        return (try Grade(first, in: other), try Grade(last, in: other))
      }
      for (one, next) in zip(ends, ends.dropFirst()) {
        #expect(one.0.isHarder(than: next.0) == false)
        #expect(one.1.isHarder(than: next.1) == false)
      }
    }
  }
}
