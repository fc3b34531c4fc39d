import Cairn
import CairnSQL
import CairnSQLite
import Testing

@testable import CairnCLI

@Suite struct `cairn import tautulli` {
  /// The imported tables, with two people and two libraries.
  static let schema: [SQL] = [
    """
    CREATE TABLE session_history (
      id INTEGER PRIMARY KEY, started INTEGER, stopped INTEGER, user_id INTEGER, user TEXT,
      paused_counter INTEGER DEFAULT 0, parent_rating_key INTEGER, media_type TEXT,
      section_id INTEGER)
    """,
    """
    CREATE TABLE session_history_metadata (
      id INTEGER PRIMARY KEY, title TEXT, parent_title TEXT, grandparent_title TEXT)
    """,
    "CREATE TABLE library_sections (section_id INTEGER, section_name TEXT, section_type TEXT)",
    "INSERT INTO library_sections VALUES (1, 'Films', 'movie'), (2, 'Music', 'artist')",
    "INSERT INTO library_sections VALUES (3, 'Audio Books', 'artist'), (4, 'Hörspiele', 'artist')",
    """
    INSERT INTO session_history VALUES
      (1, 1772000000, 1772001800, 7, 'anna', 0, 70, 'track', 3),
      (2, 1772001860, 1772004260, 7, 'anna', 600, 70, 'track', 3),
      (3, 1772020000, 1772020100, 7, 'anna', NULL, 70, 'track', 3),
      (4, 1772000000, 1772001800, 8, 'ben', 0, 80, 'track', 3),
      (5, 1772050000, 1772050200, 7, 'anna', 0, 90, 'track', 2),
      (6, 1772060000, 1772063600, 7, 'anna', 0, 95, 'track', 4),
      (7, 1772060000, 1772063600, 7, 'anna', 0, 99, 'movie', 1)
    """,
    """
    INSERT INTO session_history_metadata VALUES
      (1, 'Chapter 1', 'Emma', 'Jane Austen'), (2, 'Chapter 2', 'Emma', 'Jane Austen'),
      (3, 'Chapter 3', 'Emma', 'Jane Austen'), (4, 'Chapter 1', 'Dune', 'Frank Herbert'),
      (5, 'A song', 'An album', 'A band'), (6, 'Folge 1', 'Die drei', 'Jemand'),
      (7, 'A film', '', '')
    """,
  ]

  private func make(_ me: Person, _ statements: [SQL] = []) async throws -> String {
    let file = me.scratch.path + "/tautulli.db"
    let database = try await SQLiteDatabase.open(path: file)
    try await database.write { connection in
      for statement in Self.schema + statements { try connection.run(statement) }
    }
    await database.close()
    return file
  }

  @Test(arguments: [true, false])
  func `imports the audiobooks of one person, nothing twice`(isNamed: Bool) async throws {
    let me = try Person()
    let file = try await make(me)
    let words = ["import"] + (isNamed ? ["tautulli"] : []) + [file, "--person", "anna"]
    let ran = await me.types(words)
    #expect(ran.out.contains("Imported 2 sessions from Tautulli: 3 added"), "\(ran.out)\(ran.err)")
    #expect(await me.types(words).out.contains("0 added, 0 changed, 3 unchanged"))
    let export = await me.types("export").out
    #expect(export.contains("\"Emma\"") && export.contains("Jane Austen"))
    #expect(!export.contains("An album") && !export.contains("Dune"))
    let log = await me.types("log", "--json").out
    // Half an hour per file, without the pause and the gap of a minute.
    #expect(log.contains("2026-02-25T06:13:20Z") && log.contains("2026-02-25T07:13:20Z"), "\(log)")
  }

  @Test func `imports the named library`() async throws {
    let me = try Person()
    let file = try await make(me)
    let words = ["import", file, "--person", "anna", "--only"]
    let ran = await me.types(words + ["library=hörspiele"])
    #expect(ran.out.contains("Imported 1 session from Tautulli: 2 added"), "\(ran.out)\(ran.err)")
    for (only, code) in [
      ("library=Nope", "input.unknown_library"), ("Project=Reading", "usage.map"),
    ] {
      let refused = await me.types(words + [only, "--json"])
      #expect(refused.err.contains("\"code\":\"\(code)\""), "\(refused.err)")
    }
  }

  @Test func `asks for the person and the library if there are several`() async throws {
    let me = try Person()
    let file = try await make(me)
    let who = await me.types("import", "tautulli", file, "--json")
    #expect(who.exit == .badInput && who.err.contains("anna, ben"), "\(who.err)")
    let other = try Person()
    let plain = try await make(
      other,
      ["UPDATE library_sections SET section_name = 'Voices' WHERE section_id = 3"]
    )
    let which = await other.types("import", "tautulli", plain, "--person", "anna", "--json")
    #expect(which.err.contains(#""code":"input.unknown_library""#) && which.err.contains("Voices"))
  }

  /// Differences between versions and invalid values, with the expected number of sessions.
  static let changes: [(change: SQL, sessions: Int)] = [
    ("UPDATE session_history SET stopped = started - 1 WHERE id = 3", 1),
    ("UPDATE session_history SET stopped = NULL WHERE id = 3", 1),
    ("UPDATE session_history SET started = -5 WHERE id = 3", 1),
    ("UPDATE session_history SET stopped = 9223372036854775807 WHERE id = 3", 1),
    ("UPDATE session_history SET paused_counter = 5000 WHERE id = 3", 1),
    ("UPDATE session_history SET paused_counter = 99 WHERE id = 3", 1),
    ("UPDATE session_history_metadata SET parent_title = x'FF', title = NULL WHERE id = 3", 1),
    ("UPDATE session_history_metadata SET grandparent_title = 5 WHERE id < 4", 2),
  ]

  @Test(arguments: changes.indices)
  func `omits an impossible play, and reports it`(number: Int) async throws {
    let me = try Person()
    let (change, sessions) = Self.changes[number]
    let file = try await make(me, [change])
    let ran = await me.types("import", file, "--person", "anna")
    let what = "Imported \(sessions) \(sessions == 1 ? "session" : "sessions") from Tautulli"
    #expect(ran.exit == .done && ran.out.contains(what), "\(ran.out)\(ran.err)")
    #expect(sessions == 2 || ran.err.contains("skipped"))
    #expect(await me.types("doctor").exit == .done)
  }

  @Test func `reads older versions, which store the library of the title`() async throws {
    let me = try Person()
    let file = try await make(
      me,
      [
        "ALTER TABLE session_history DROP COLUMN section_id",
        "ALTER TABLE session_history_metadata ADD COLUMN section_id INTEGER",
        "UPDATE session_history_metadata SET section_id = 3 WHERE id < 5",
      ]
    )
    let ran = await me.types("import", file, "--person", "anna")
    #expect(ran.out.contains("Imported 2 sessions from Tautulli"), "\(ran.out)\(ran.err)")
  }

  @Test func `refuses a database that is not from Tautulli`() async throws {
    let me = try Person()
    let ran = await me.types("import", "tautulli", Person.foreign, "--json")
    #expect(ran.exit == .badInput && ran.err.contains(#""code":"input.tautulli""#), "\(ran.err)")
    let plex = try await SQLiteDatabase.open(path: me.scratch.path + "/plex.db")
    try await plex.write { connection in
      try connection.run("CREATE TABLE metadata_item_views (id, account_id, viewed_at)")
    }
    await plex.close()
    let other = await me.types("import", me.scratch.path + "/plex.db", "--json")
    #expect(other.exit == .badInput && other.err.contains(#""code":"input.database""#))
  }
}
