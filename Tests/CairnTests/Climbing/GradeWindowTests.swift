import Testing

@testable import Cairn

@Suite struct `The grades to choose from at the wall` {
  private static func grade(_ text: String, _ scale: GradeScale = .v) throws -> Grade {
    try Grade(text, in: scale)
  }

  @Test(arguments: [
    ([], nil, ["V0", "V0+", "V1", "V2", "V3", "V4", "V5"], "V2"),
    (["V4", "V5", "V3"], nil, ["V1", "V2", "V3", "V4", "V5", "V6", "V7"], "V4"),
    (["V4", "V5", "V3"], "V6", ["V1", "V2", "V3", "V4", "V5", "V6", "V7"], "V6"),
    (["V4"], "V9", ["V3", "V4", "V5", "V6", "V7", "V8", "V9"], "V9"),
    (["V0", "VB"], nil, ["VB", "V0-", "V0", "V0+", "V1", "V2", "V3"], "V0"),
    (["V17"], nil, ["V11", "V12", "V13", "V14", "V15", "V16", "V17"], "V17"),
  ])
  func `are seven around the sends, with the latest`(
    sent: [String],
    latest: String?,
    grades: [String],
    usual: String
  ) throws {
    let window = try GradeWindow(
      .v,
      sent: sent.map { try Self.grade($0) },
      latest: latest.map { try Self.grade($0) }
    )
    #expect(window.grades == grades && window.usual == usual)
  }

  @Test(arguments: GradeScale.all)
  func `exist in every scale, whatever was sent in another`(scale: GradeScale) throws {
    let other: GradeScale = scale == .french ? .yds : .french
    let sent = try [Self.grade(other.grades[3], other)]
    let window = GradeWindow(scale, sent: sent, latest: sent[0])
    #expect(window.grades.count == 7 && window.grades.contains(window.usual))
  }
}
