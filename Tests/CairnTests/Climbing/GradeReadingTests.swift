import Cairn
import Testing

@Suite struct `Parsing a grade` {
  @Test(
    arguments: [
      (.v, ["VB", "vb", "V-easy", "VB/V0"], "VB"), (.v, ["V0-", "v0-"], "V0-"),
      (.v, ["V0", "V0/1", "V0-1"], "V0"), (.v, ["vb-"], "VB-"), (.v, ["V18"], "V18"),
      (.v, ["v22"], "V22"),
      (
        .v, ["V3", "V3/V4", "V3/4", "v3/v4", "V3-4", "V3-V4", "V3 / V4", "V3+", "V3-", "V3/+"], "V3"
      ),
      (.v, ["V4 PG13", "V4 R", "V4-5 X"], "V4"),
      (.font, ["7A", "7a", "7A/7A+", "7A/+", "7a/b"], "7A"), (.font, ["5+", "5C"], "5C"),
      (.font, ["5", "5-", "5A"], "5A"), (.font, ["9C+"], "9C+"),
      (.yds, ["5.9", "5.9-", "5.9 G", "5.9/5.10a", "5.9/10a"], "5.9"), (.yds, ["5.9+"], "5.9+"),
      (.yds, ["5.10a", "5.10A", "5.10", "5.10-", "5.10a/b", "5.10a/5.10b"], "5.10a"),
      (.yds, ["5.10b/c PG13", "5.10b/c", "5.10b R X", "5.10b PG-13"], "5.10b"),
      (.yds, ["5.10+", "5.10c-d"], "5.10c"), (.yds, ["5.10d/5.11a"], "5.10d"),
      (.yds, ["5.7 WI2 M3", "5.7 C2+", "5.7+"], "5.7"), (.yds, ["5.0"], "5.0"),
      (.yds, ["5.16a"], "5.16a"),
      (.french, ["6a", "6A", "6a/+", "6a/6a+", "6a-b"], "6a"), (.french, ["4+"], "4c"),
      (.french, ["9a+"], "9a+"), (.french, ["9c+"], "9c+"),
      (.uiaa, ["VIII-", "8-", "viii-", "8-/8", "VIII-/VIII", "8-/VIII"], "VIII-"),
      (.uiaa, ["VII+", "7+/8-", "VII+/VIII-", "7+-8-"], "VII+"), (.uiaa, ["2+", "II-"], "II"),
      (.uiaa, ["XII", "12"], "XII"),
      (.ewbank, ["21", "21/22", "21-22"], "21"), (.ewbank, ["40"], "40"),
      (.saxon, ["IXb", "9b", "9B", "IXb/c", "IXb/IXc"], "IXb"), (.saxon, ["XIa"], "XIa"),
      (.saxon, ["VI"], "VI"),
    ] as [(GradeScale, [String], String)]
  )
  func `keeps the text and finds its bucket`(
    scale: GradeScale,
    texts: [String],
    row: String
  ) throws {
    for text in texts {
      let grade = try Grade(" \t\(text)\n", in: scale)
      #expect(grade.text == text)
      #expect(grade.scale == scale)
      #expect(grade.bucket == row, "\(text)")
    }
  }

  @Test(
    arguments: [
      (
        .v, ["V", "3", "V23", "V03", "V3V4", "V3/", "/V3", "V3//4", "V3/V4/V5", "V3a", "6A", "V 3"]
      ),
      (.v, ["V4/V3", "V3/V3", "V4-3", "VB/B", "V3 Y", "V3PG13", "VI", "V3±", "V３", "V3/VB"]),
      (.v, ["V3-5", "V3/V5", "VB/V1", "VB/V0+", "V22+"]), (.font, ["6A/6B+", "4/5", "6A/7A"]),
      (.yds, ["5.14/15", "5.9-/5.10a", "5.9/5.10b"]), (.french, ["7a/8a", "6a+/6b+"]),
      (.uiaa, ["I-", "XII+", "VI/VIII", "VII-/VIII"]), (.ewbank, ["21/23"]),
      (.font, ["6", "6+", "6A-", "7D", "10A", "6AA", "6A++", "V3", "7A R", "0A", "6B/6A"]),
      (.yds, ["5", "5.", "10a", "5.10e", "5.16", "5.16b", "5.9a", "5.10a+", "5.10-a", "5.010a"]),
      (
        .yds,
        ["5.10/5.10b", "5.10b/a", "5.10a PG13/b", "5.10a M", "5.10aR", "6a", "15.10a", "5,10"]
      ),
      (
        .french,
        ["6", "7d", "0a", "10a", "6a-", "6a++", "6+a", "6a R", "6 a", "a6", "6a/6a", "6c/b"]
      ),
      (.uiaa, ["0", "13", "XIII", "IIII", "IVX", "VIII--", "8a", "8/7", "+", "V R", "VII/IIII+"]),
      (.ewbank, ["0", "41", "021", "21+", "21a", "-1", "1.5", "22/21", "999999999999999999999"]),
      (.saxon, ["VII", "VIa", "IXd", "IXb+", "13d", "XIVa", "IXb/a"]),
    ] as [(GradeScale, [String])]
  )
  func `rejects text that is not a grade of the scale`(scale: GradeScale, texts: [String]) throws {
    for text in texts {
      #expect(
        code { () throws(CairnError) in _ = try Grade(text, in: scale) } == "grade.not_in_scale"
      )
      let kept = try #require(Grade(lenient: text, in: scale), "\(text)")
      #expect(!kept.isOrdered, "\(text)")
      #expect(kept.order == nil)
      #expect(kept.text == text)
      #expect(kept.bucket == text)
      #expect(GradeScale.all.allSatisfy { kept.converted(to: $0) == nil })
    }
  }

  @Test(
    arguments: [
      (.yds, "5.9a", "The grade “5.9a” is not in the YDS scale.", "5.8, 5.9, 5.9+, 5.10a"),
      (
        .v, "V4/V3", "The grade “V4/V3” is not in the V scale.", "the easier grade first"
      ),
      (.french, "7a/8a", "The grade “7a/8a” is not in the French scale.", "two adjacent ones"),
      (.french, "7d", "The grade “7d” is not in the French scale.", "6c+, 7a, 7a+, 7b"),
      (
        .uiaa, "hard", "The grade “hard” is not in the UIAA scale.",
        "from I to XII, such as VII, or VII/VII+"
      ),
      (.yds, "V8", "The grade “V8” is not in the YDS scale.", "name its discipline, bouldering"),
      (.v, "5.10a", "The grade “5.10a” is not in the V scale.", "its discipline, sport, trad"),
      (
        .yds, "7b", "The grade “7b” is not in the YDS scale.",
        "name that scale, FRENCH or SAXON"
      ),
      (.v, "7B", "The grade “7B” is not in the V scale.", "the Font scale: name that scale"),
      (.font, " ", "No grade of the Font scale was given.", "from 1A to 9A, such as 6B"),
    ] as [(GradeScale, String, String, String)]
  )
  func `names text and scale in the error, with a hint`(
    scale: GradeScale,
    text: String,
    message: String,
    hint: String
  ) {
    let error = #expect(throws: CairnError.self) { try Grade(text, in: scale) }
    #expect(error?.message == message)
    #expect(error?.hint.contains(hint) == true, "\(error?.hint ?? "")")
  }

  @Test(arguments: GradeScale.all)
  func `ends quickly for a text of any length`(scale: GradeScale) {
    for unit in ["V", "5.10a", "/", "-", " ", "é", "\u{0}", "V3/"] {
      let text = String(repeating: unit, count: 1_000_000 / unit.utf8.count)
      let error = #expect(throws: CairnError.self) { try Grade(text, in: scale) }
      #expect((error?.message.count ?? .max) < 100)
      #expect(Grade(lenient: text, in: scale) == nil)
      #expect(Grade.read(text, forBoulders: nil) == nil)
    }
  }

  @Test func `rejects blank text and text of more than 64 bytes`() {
    #expect(Grade(lenient: " \n", in: .v) == nil)
    #expect(Grade(lenient: String(repeating: "x", count: 64), in: .v)?.text.count == 64)
    #expect(Grade(lenient: String(repeating: "x", count: 65), in: .v) == nil)
  }
}

@Suite struct `Parsing a grade without its scale` {
  @Test(
    arguments: [
      ("v3", .v, .v, .v), ("V4-5", .v, .v, .v), ("V-easy", .v, .v, .v), ("VB", .v, .v, .v),
      ("5.10b/c PG13", .yds, .yds, .yds), ("5.9+", .yds, .yds, .yds),
      ("5.7 WI2 M3", .yds, .yds, .yds), ("7a+", .french, .font, .french),
      ("7A+", .font, .font, .french), ("6C", .font, .font, .french),
      ("6c/c+", .french, .font, .french),
      ("6c/+", .french, .font, .french), ("21", .ewbank, nil, .ewbank), ("10", .uiaa, nil, .uiaa),
      ("10-", .uiaa, nil, .uiaa), ("VIII-", .uiaa, .uiaa, .uiaa), ("V", .uiaa, .uiaa, .uiaa),
      ("VII+/VIII-", .uiaa, .uiaa, .uiaa), ("7+/8-", nil, nil, .uiaa), ("5", nil, .font, .uiaa),
      ("5+", nil, .font, .uiaa), ("IXb", .saxon, .saxon, .saxon),
      ("\u{A0}7a ", .french, .font, .french),
      ("C2", nil, nil, nil), ("WI4", nil, nil, nil), ("Easy Snow", nil, nil, nil),
      ("4th", nil, nil, nil), ("E3 5c", nil, nil, nil), ("6c+/V5", nil, nil, nil),
      ("project", nil, nil, nil), ("?", nil, nil, nil), ("", nil, nil, nil), ("5.", nil, nil, nil),
    ] as [(String, GradeScale?, GradeScale?, GradeScale?)]
  )
  func `uses its form, and boulder or route if needed`(
    text: String,
    unknown: GradeScale?,
    boulder: GradeScale?,
    route: GradeScale?
  ) {
    let found = [nil, true, false].map { Grade.read(text, forBoulders: $0)?.scale }
    #expect(found == [unknown, boulder, route])
  }
}
