import Cairn
import CairnActions
import CairnSQL
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `The doctor` {
  /// Direct damage, each to one table.
  private static let damages: [(table: String, sql: SQL)] = [
    ("setting", "UPDATE setting SET value = '5'"),
    (
      "goal",
      """
      INSERT INTO goal (id, measure, cadence, valid_from, target)
      SELECT id, 'pages', 'daily', 1, 1 FROM work
      """
    ),
    (
      "streak_minimum",
      """
      INSERT INTO streak_minimum (id, cadence, valid_from, minimum)
      SELECT id, 'daily', 1, 'any' FROM work
      """
    ),
    ("rest_day", "INSERT INTO rest_day (day) VALUES (1)"),
    ("author", "UPDATE author SET name = 'x'"),
    (
      "fact",
      """
      INSERT INTO fact (subject, kind, value, source)
      SELECT id, 'region', 'asia', 'me' FROM work
      """
    ),
    ("work", "UPDATE work SET folded = 'x'"),
    ("credit", "DELETE FROM credit"),
    ("search_word", "DELETE FROM search_word WHERE word = 'dune'"),
    ("edition", "UPDATE edition SET pages = pages + 1"),
    ("entry", "DELETE FROM entry"),
    ("entry_label", "UPDATE entry_label SET name = 'x'"),
    ("deleted_entry", "INSERT INTO deleted_entry (id, short, work) SELECT id, 1, id FROM work"),
    ("read_through", "UPDATE read_through SET position = NULL"),
    ("annotation", "INSERT INTO annotation (id, entry) SELECT id, id FROM work"),
    (
      "climb",
      "INSERT INTO climb (id, short, session, position) SELECT id, 1, id, 1 FROM session"
    ),
    ("attempt", "INSERT INTO attempt (climb, number, id) SELECT id, 1, id FROM session"),
    (
      "tag_mark",
      "INSERT INTO tag_mark (climb, tag, id, impact) SELECT id, 'own:x', id, 'helped' FROM session"
    ),
    (
      "story",
      """
      INSERT INTO story (id, short, title, folded, is_favorite, is_deleted)
      SELECT id, 1, 'x', 'x', 0, 0 FROM work
      """
    ),
    ("play", "INSERT INTO play (id, story, at) SELECT id, id, 1 FROM work"),
    ("milestone", "INSERT INTO milestone (name, at, session) SELECT 'x', 1, id FROM work"),
    ("session", "UPDATE session SET active = active + 1"),
    (
      "session_label",
      "INSERT INTO session_label (kind, folded, session) SELECT 'tag', 'beach', id FROM session"
    ),
    ("session_day", "DELETE FROM session_day"),
    ("day_total", "UPDATE day_total SET sessions = 7"),
    ("subject_day", "DELETE FROM subject_day"),
    ("subject_total", "UPDATE subject_total SET pace_samples = 7"),
    ("hour_total", "UPDATE hour_total SET time = time + 1"),
    (
      "day_tag",
      """
      INSERT INTO day_tag (kind, day, tag, value, time, times)
      SELECT kind, day, 'place', 'x', 1, 1 FROM session
      """
    ),
    ("skipped_day", "INSERT INTO skipped_day (session, day) SELECT id, 1 FROM session"),
    ("overlap_day", "INSERT INTO overlap_day (day, time) VALUES (1, 1)"),
    ("climbing", "INSERT INTO climbing (session, is_private) SELECT id, 1 FROM session"),
    (
      "listening",
      """
      INSERT INTO listening (session, story, started_at, is_completed, is_open)
      SELECT id, id, 1, 0, 0 FROM session
      """
    ),
    (
      "listening_day",
      """
      INSERT INTO listening_day (day, sessions, seconds, completed, completed_seconds)
      VALUES (1, 1, 1, 1, 1)
      """
    ),
    (
      "story_total",
      """
      INSERT INTO story_total (story, sessions, seconds, completed, completed_seconds)
      SELECT id, 1, 1, 1, 1 FROM session
      """
    ),
    ("reading", "DELETE FROM reading"),
  ]

  private func withLog(
    _ engine: TestEngine,
    _ body: (Scenario, SessionID) async throws -> Void
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      try await me.log.set("dayStartHour", to: "4")
      let dune = try await me.log.write("Add") { writer in
        var new = NewBook(title: "Dune", authors: ["Frank Herbert"], pages: 600)
        new.shelves = ["Sand"]
        return try AddBook(new, zone: "UTC").run(in: writer).entry.id
      }
      me.at("23:00")
      let session = try await me.track(dune, "20:00-21:00", page: 30)
      try await body(me, session.id)
    }
  }

  @Test(arguments: TestEngine.all)
  func `reports nothing about a healthy log, and changes nothing`(
    engine: TestEngine
  ) async throws {
    try await withLog(engine) { me, _ in
      let before = try await me.scratch.tables()
      for repair in [false, true] {
        let report = try await me.log.checkProjections(repair: repair)
        #expect(report.isHealthy)
        #expect(report.records == 7)
        #expect(report.tables.map(\.name) == Self.damages.map(\.table) + ["lost_value"])
        #expect(report.tables.first { $0.name == "session" }?.rows == 1)
      }
      #expect(try await me.scratch.tables() == before)
    }
  }

  @Test(arguments: TestEngine.all, damages.map(\.table))
  func `reports a damaged table, and repairs it only on request`(
    engine: TestEngine,
    table: String
  ) async throws {
    let damage = try #require(Self.damages.first { $0.table == table }?.sql)
    try await withLog(engine) { me, _ in
      let whole = try await me.scratch.tables()
      try await me.scratch.database.write { _ = try $0.run(damage) }
      let damaged = try await me.scratch.tables()
      #expect(damaged != whole)
      let found = try await me.log.checkProjections(repair: false)
      #expect(found.tables.filter { !$0.isIdentical }.map(\.name) == [table])
      #expect(try await me.scratch.tables() == damaged)
      let mended = try await me.log.checkProjections(repair: true)
      #expect(mended.tables == found.tables)
      #expect(try await me.scratch.tables() == whole)
      try await me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `reports lost values that do not follow from the history, and repairs them on request`(
    engine: TestEngine
  ) async throws {
    try await withLog(engine) { me, _ in
      try await me.scratch.database.write { connection in
        _ = try connection.run(
          """
          INSERT INTO lost_value (id, kind, field, stamp, fields)
          SELECT id, kind, 'note', stamp, fields FROM record WHERE kind = 'session'
          """
        )
      }
      for repair in [false, true] {
        let found = try await me.log.checkProjections(repair: repair)
        #expect(found.tables.filter { !$0.isIdentical }.map(\.name) == ["lost_value"])
      }
      #expect(try await me.log.checkProjections(repair: false).isHealthy)
    }
  }

  // D8
  @Test(
    arguments: TestEngine.all,
    [
      "not even JSON", "{}", #"{"kind":"reading","segments":"5","zone":"UTC"}"#,
      #"{"kind":"reading","segments":"1767636000000-1767630000000","zone":"UTC"}"#,
      #"{"kind":"reading","segments":"1767636000000-","zone":"UTC"}"#,
      #"{"kind":7,"segments":"1767636000000-","zone":"UTC"}"#,
    ]
  )
  func `reports an unreadable record, keeps it, and shows the others`(
    engine: TestEngine,
    fields: String
  ) async throws {
    // PostgreSQL itself accepts only JSON.
    if engine.role == nil, !fields.hasPrefix("{") { return }
    try await withLog(engine) { me, session in
      let id = RecordID(high: 1, low: 2)
      try await me.scratch.database.write { connection in
        try connection.run(
          """
          INSERT INTO record (kind, id, fields, stamp, seq)
          VALUES ('session', \(id), \(fields), '0000000000000001-00000007', 99)
          """
        )
      }
      let whole = try await me.scratch.tables()
      let report = try await me.log.checkProjections(repair: true)
      #expect(!report.isHealthy)
      #expect(report.tables.allSatisfy { $0.isIdentical })
      #expect(report.records == 8)
      #expect(report.unreadable.count == 1)
      #expect(report.unreadable.first?.hasPrefix("session \(id.text): ") == true)
      #expect(try await me.scratch.tables() == whole)
      #expect(try await me.log.sessions(SessionFilter()).map(\.id) == [session])
    }
  }

  @Test(
    arguments: TestEngine.all,
    [
      ("entry", "rating", "21"), ("read_through", "rating", "0"), ("edition", "pages", "0"),
      ("session", "pageCount", "0"), ("session", "pages", "-1"),
      ("session", "startPosition", "\"page:9/3\""),
    ]
  )
  func `reports a record with values that no table accepts`(
    engine: TestEngine,
    wrong: (kind: String, field: String, value: String)
  ) async throws {
    try await withLog(engine) { me, _ in
      try await me.scratch.database.write { connection in
        let text = try connection.first("SELECT fields FROM record WHERE kind = \(wrong.kind)") {
          try $0.text(0)
        }
        let fields = try Fields(json: text ?? "")
        let value = try Fields(json: "{\"value\":\(wrong.value)}")["value"]
        var changed = fields
        changed[wrong.field] = value
        try connection.run(
          "UPDATE record SET fields = \(changed.json) WHERE kind = \(wrong.kind)"
        )
      }
      let report = try await me.log.checkProjections(repair: true)
      #expect(report.unreadable.count == 1)
      #expect(report.unreadable.first?.hasPrefix(wrong.kind) == true, "\(report.unreadable)")
      #expect(report.records == 7)
    }
  }
}
