import Cairn
import CairnSQL
import CairnSQLite
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `cairn import kobo` {
  /// A database with the imported columns of newer firmware.
  static let schema: [SQL] = [
    """
    CREATE TABLE content (
      ContentID TEXT NOT NULL, ContentType TEXT NOT NULL, MimeType TEXT NOT NULL, BookID TEXT,
      Title TEXT COLLATE NOCASE, Attribution TEXT COLLATE NOCASE, Publisher TEXT, ISBN TEXT,
      Series TEXT, SeriesNumber TEXT, ReadStatus INTEGER, ___PercentRead INTEGER, ___UserID TEXT,
      DateLastRead TEXT, Accessibility INTEGER DEFAULT 1, TimeSpentReading INTEGER,
      LastTimeFinishedReading TEXT, PRIMARY KEY (ContentID))
    """,
    """
    CREATE TABLE AnalyticsEvents (
      Id TEXT, Type TEXT, Timestamp TEXT, Attributes TEXT, Metrics TEXT, PRIMARY KEY (Id))
    """,
    """
    INSERT INTO content (ContentID, ContentType, MimeType, Title, Attribution, ISBN, ReadStatus,
      ___PercentRead, ___UserID, DateLastRead) VALUES
      ('dune', '6', 'application/x-kobo-epub+zip', 'Dune', 'Frank Herbert', '9780441013593', 1, 40,
        'me', '2026-03-04T20:30:00Z'),
      ('emma', '6', 'application/epub+zip', 'Emma', 'Jane Austen', NULL, 2, 100, 'me',
        '2026-03-01T20:30:00Z'),
      ('new', '6', 'application/epub+zip', 'Unread', 'Nobody', NULL, 0, 0, 'me', NULL),
      ('dune#1', '9', 'application/xhtml+xml', 'Chapter 1', NULL, NULL, 0, 0, 'me', NULL)
    """,
    """
    INSERT INTO AnalyticsEvents VALUES
      ('1', 'OpenContent', '2026-03-04T19:50:00Z', '{"volumeid":"dune","progress":"30"}', '{}'),
      ('2', 'LeaveContent', '2026-03-04T20:30:00Z', '{"volumeid":"dune","progress":"40"}',
        '{"SecondsRead":1800,"PagesTurned":30}'),
      ('3', 'BrightnessAdjusted', '2026-03-04T20:31:00Z', '{"Method":"x"}', '{}')
    """,
  ]

  /// Creates a database and returns its path.
  private func make(_ me: Person, _ statements: [SQL] = []) async throws -> String {
    let file = me.scratch.path + "/KoboReader.sqlite"
    let database = try await SQLiteDatabase.open(path: file)
    try await database.write { connection in
      for statement in Self.schema + statements { try connection.run(statement) }
    }
    await database.close()
    return file
  }

  @Test(arguments: [true, false])
  func `imports books and sessions, with the format named or detected`(
    isNamed: Bool
  ) async throws {
    let me = try Person()
    let file = try await make(me)
    let words = ["import"] + (isNamed ? ["kobo"] : []) + [file]
    let ran = await me.types(words)
    #expect(ran.exit == .done, "\(ran.err)")
    #expect(
      ran.out.contains("Imported 1 session from Kobo: 3 added (2 books, 1 session)"),
      "\(ran.out)"
    )
    #expect(ran.err.contains("1 book that was not started skipped."))
    #expect(await me.types(words).out.contains("0 added, 0 changed, 3 unchanged"))
    let log = await me.types("log", "--json").out
    #expect(log.contains("2026-03-04T20:00:00Z") && log.contains("2026-03-04T20:30:00Z"), "\(log)")
  }

  /// The differences of firmware versions, with the expected result.
  static let firmware: [(change: SQL, added: String)] = [
    ("DROP TABLE AnalyticsEvents", "Imported 2 books from Kobo: 2 added"),
    ("ALTER TABLE AnalyticsEvents DROP COLUMN Metrics", "Imported 2 books from Kobo: 2 added"),
    ("ALTER TABLE AnalyticsEvents DROP COLUMN Timestamp", "Imported 2 books from Kobo: 2 added"),
    ("ALTER TABLE AnalyticsEvents DROP COLUMN Type", "Imported 2 books from Kobo: 2 added"),
    ("ALTER TABLE content DROP COLUMN ISBN", "3 added"),
    ("ALTER TABLE content DROP COLUMN Series", "3 added"),
    ("ALTER TABLE content DROP COLUMN TimeSpentReading", "3 added"),
    ("ALTER TABLE content DROP COLUMN LastTimeFinishedReading", "3 added"),
    ("ALTER TABLE content DROP COLUMN DateLastRead", "3 added"),
    ("ALTER TABLE content DROP COLUMN Accessibility", "3 added"),
    ("ALTER TABLE content DROP COLUMN ReadStatus", "2 added (1 book, 1 session)"),
  ]

  @Test(arguments: firmware.indices)
  func `works without columns and tables that a firmware lacks`(number: Int) async throws {
    let me = try Person()
    let file = try await make(me, [Self.firmware[number].change])
    let ran = await me.types("import", file)
    #expect(ran.exit == .done, "\(ran.err)")
    #expect(ran.out.contains(Self.firmware[number].added), "\(ran.out)\(ran.err)")
  }

  /// Changes after which the database is not recognised as a Kobo's.
  @Test(
    arguments: [
      "DROP TABLE content", "ALTER TABLE content DROP COLUMN ContentType",
      "DROP TABLE content; CREATE VIEW content AS SELECT 'a' AS ContentID, 6 AS ContentType",
    ]
  )
  func `refuses a database that is not from a Kobo`(change: String) async throws {
    let me = try Person()
    let file = try await make(me)
    try Self.run(change, on: file)
    let ran = await me.types("import", "kobo", file, "--json")
    #expect(ran.exit == .badInput && ran.err.contains(#""code":"input.kobo""#), "\(ran.err)")
  }

  @Test func `refuses a damaged file and one that is not a database`() async throws {
    let me = try Person()
    let file = try await make(me)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    for place in stride(from: 100, to: bytes.count, by: 7) { bytes[place] = 0xA5 }
    try bytes.write(to: URL(fileURLWithPath: file))
    try me.scratch.write("Title,Author\nDune,Frank Herbert\n", to: "list.csv")
    for path in [file, me.scratch.path + "/list.csv", Person.foreign] {
      let ran = await me.types("import", "kobo", path, "--json")
      #expect(ran.exit == .badInput && ran.err.contains(#""code":"input.kobo""#), "\(ran.err)")
    }
    let unnamed = await me.types("import", file, "--json")
    #expect(unnamed.err.contains(#""code":"input.database""#), "\(unnamed.err)")
  }

  /// Values that no device writes.
  static let hostile: [SQL] = [
    "UPDATE content SET Title = x'FF' WHERE ContentID = 'emma'",
    "UPDATE content SET Title = 5, Attribution = 1.5, ISBN = x'00'",
    "UPDATE content SET ReadStatus = 'many', ___PercentRead = 1e300",
    "UPDATE content SET ___PercentRead = 9223372036854775807",
    "UPDATE AnalyticsEvents SET Attributes = x'FF', Metrics = 5",
    "UPDATE AnalyticsEvents SET Timestamp = 5",
    "UPDATE AnalyticsEvents SET Metrics = printf('%.*c', 100000, '[')",
    "UPDATE content SET Title = printf('%.*c', 1000000, 'x') WHERE ContentID = 'dune'",
  ]

  @Test(arguments: hostile.indices)
  func `imports the rest if values are invalid`(number: Int) async throws {
    let me = try Person()
    let file = try await make(me, [Self.hostile[number]])
    let ran = await me.types("import", file)
    #expect(ran.exit == .done, "\(ran.err)")
    #expect(await me.types("doctor").exit == .done)
  }

  private static func run(_ script: String, on file: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", file, script]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
