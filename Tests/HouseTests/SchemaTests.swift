import Cairn
import Foundation
import Testing

@Suite struct `The JSON schema of an export` {
  static let kinds = [
    "app_profile", "attempt", "author", "climb", "completed_shelf", "device", "streak_minimum",
    "edition",
    "entry", "rest_day", "goal",
    "milestone", "annotation", "play", "read_through", "session", "setting", "share", "share_goal",
    "story", "tag_mark", "work",
  ]

  /// Commands that create a log with records of almost every kind.
  static let life = """
    cairn book add 'Dune' --author 'Frank Herbert' --page-count 604 --isbn 9780441013593
    cairn track 20:00-20:45 'Dune' --page 41 --note 'the storm'
    cairn track 19:00-19:30 'Emma' --pages 30 +beach && cairn tag @2 sea && cairn untag @2 beach
    cairn import goodreads goodreads-2026-23col.csv
    cairn import goodreads jelu-goodreads1.csv
    cairn import koreader koreader_statistics_example.sqlite3
    cairn import clippings.txt
    cairn import audiobookshelf-listening-sessions.json && cairn import audible-listening.csv
    cairn import libby-timeline.csv
    cairn config dayStartHour 4 && cairn undo && cairn redo && cairn delete @2
    cairn book status 'Emma' did-not-finish --reason 'later'
    cairn book reread 'Emma' --started 2009-11 --finished 2010
    cairn goal set pages 30 --daily && cairn streak rest yesterday && cairn streak minimum "5 pages"
    cairn goal share gender female 50 && cairn author set 'Frank Herbert' --gender male
    cairn start climb --mental 4 --place 'Boulder Hall' --at 17:00 && cairn climb add V4 --attempts 2 --sent
    cairn climb edit last --helped crimp && cairn stop --kind climbing --rpe 7 --at 18:00
    cairn track 12:00-13:30 listen 'Emma' --from 0 --position 1:52:30 --speed 1.25 --completed
    cairn start read 'Dune' --at 21:00 && cairn pause --at 21:10 && cairn resume --at 21:20
    """

  private let schema: JSONSchema

  init() throws {
    schema = try JSONSchema(Repository.text("docs/schema/cairn-log.schema.json"))
  }

  @Test func `accepts every line of a real one`() throws {
    let lines = try Self.export()
    for line in lines { #expect(schema.errors(in: line) == []) }
    let kinds = Set(lines.compactMap { $0["record"] })
    // Some records need a listening app (play), a climbing app (app_profile), a browser (share), a complete shelf, or
    // another device.
    let rare = ["play", "app_profile", "share", "completed_shelf", "device"]
    #expect(kinds == Set(Self.kinds.filter { !rare.contains($0) }.map { .text($0) }))
    #expect(lines.contains { $0["undoes"] != nil })
    #expect(lines.contains { $0["stamps"] != nil })
  }

  @Test func `names every stored field, and no other`() {
    let stored = Repository.sources.flatMap {
      $0.text.matches(
        of:
          #"(?:fields\.set\(|^ +(?:start|isStartReported|end|seconds|areSecondsReported|counted|rate): )"(\w+)""#
      )
    }
    let facts = FactKind.all.flatMap { ["fact.\($0.name)", "supplied.\($0.name)"] }
    let named = Self.kinds.flatMap { schema.properties(of: $0) }
    #expect(Set(stored.flatMap(\.groups)).union(RecordField.existence).union(facts) == Set(named))
  }

  /// The schema must accept the same fields as the import of records from other devices.
  @Test(arguments: Self.kinds)
  func `accepts the same values as an import`(kind: String) throws {
    for field in schema.properties(of: kind) {
      let form = try #require(
        RecordSchema.form(of: field, in: RecordKind(kind)),
        "\(kind).\(field)"
      )
      for value in Self.samples {
        let line = try JSONValue(Line.record(kind, #"{"\#(field)":\#(value.json)}"#))
        let isAccepted = schema.errors(in: line) == []
        #expect(
          isAccepted == (form.expectation(of: value.value) == nil),
          "\(kind).\(field) = \(value.json)"
        )
      }
    }
  }

  /// Booleans and numbers at the limits of all ranges; text rules differ between schema and table.
  private static let samples: [(json: String, value: FieldValue)] =
    [("true", .bool(true))]
    + [
      Int64.min, -10_000, -9_999, -901, -900, -1, 0, 1, 5, 6, 9, 10, 11, 20, 21, 100, 101, 700, 701,
      1_000, 1_001,
      1_000_000, 1_000_001, 10_000_000, 10_000_001, 1_000_000_000, 1_000_000_001, 3_155_760_000,
      3_155_760_001,
      36_000_000_000, 36_000_000_001, 946_684_799_999, 946_684_800_000, 4_102_444_799_999,
      4_102_444_800_000, .max,
    ].map { ("\($0)", .integer($0)) }

  @Test(arguments: [
    #"{"cairn":4}"#,
    #"{"record":"work","id":"X","fields":{},"stamp":"019b8f50dd000000-14556d07"}"#,
    #"{"record":"work","id":"019b8f50-dd00-7a83-a4b0-efb98de2a72b","fields":{}}"#,
    Line.record("work", #"{"title":["Emma"]}"#),
    Line.record("work", #"{"firstYear":"1815"}"#),
    Line.record("entry", #"{"status":"bought"}"#),
    Line.record("entry", #"{"rating":21}"#),
    Line.record("session", #"{"segments":"20:00-21:00"}"#),
    Line.record("session", #"{"tag.0123456789abcdef0123456789abcdef":true}"#),
    Line.record("anything", #"{"a name":1}"#),
    Line.record("work", #"{},"stamps":{"title":"yesterday"}"#),
    #"{"end":1,"records":-1,"mutations":0}"#,
    #"{"end":1,"records":1}"#,
    Line.mutation(part: "0", changes: "[]"),
    Line.mutation(part: "1", changes: #"[{"kind":"work"}]"#),
    "{}", "[]",
  ])
  func `rejects an invalid line`(line: String) throws {
    #expect(try schema.errors(in: JSONValue(line)) != [])
  }

  @Test(arguments: [
    Line.record("work", #"{"title":"Emma"}"#), Line.record("anything", #"{"a.b_C":null}"#),
    Line.mutation(part: "1", changes: "[]"),
  ])
  func `accepts the corrected line`(line: String) throws {
    #expect(try schema.errors(in: JSONValue(line)) == [])
  }

  private static func export() throws -> [JSONValue] {
    let scratch = try Scratch()
    let variables = Page.cli.file.consoleVariables
    let said = try scratch.run("set -e\n" + life, variables)
    #expect(!said.contains("cairn: "))
    return try scratch.run("cairn export", variables).split(separator: "\n").map {
      try JSONValue($0)
    }
  }
}

/// Export lines around the fields of a test case.
enum Line {
  static func record(_ kind: String, _ fields: String) -> String {
    #"{"record":"\#(kind)","id":"019b8f50-dd00-7a83-a4b0-efb98de2a72b","fields":\#(fields),"#
      + #""stamp":"019b8f50dd000000-14556d07"}"#
  }

  static func mutation(part: String, changes: String) -> String {
    #"{"mutation":"019b8f50-dd00-7a83-a4b0-efb98de2a72b","stamp":"019b8f50dd000000-14556d07","#
      + #""at":"2026-01-05T18:00:00Z","title":"Add","batch":"019b8f50-dd00-7a83-a4b0-efb98de2a72b","#
      + #""part":\#(part),"changes":\#(changes)}"#
  }
}
