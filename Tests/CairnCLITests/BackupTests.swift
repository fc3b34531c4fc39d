import CairnSQL
import CairnSQLite
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `Backing up` {
  @Test func `keeps the new copy, whatever the clock shows`() async throws {
    var me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    for now in ["2026-03-05T21:00:00Z", "2026-03-05T21:00:00Z", "2026-03-05T20:59:00Z"] {
      me.now = now
      let copy = await me.types("backup", "--keep", "1", "--json").out
      let kept = try me.backups
      #expect(kept.count == 1)
      #expect(kept.allSatisfy { copy.contains($0) })
    }
  }

  @Test func `removes the oldest copies`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    for _ in 1...11 { await me.types("backup") }
    await me.types("backup", "--keep", "2")
    let name = "2026-03-05T21-00-00Z"
    #expect(try me.backups == ["\(name)-11.sqlite", "\(name)-12.sqlite"])
  }

  @Test func `does not accept - as a file`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    let refused = await me.types("backup", "-")
    #expect(refused.exit == .usage)
    #expect(refused.err.contains("not “-”"))
    #expect(refused.err.contains("cairn export -"))
    #expect(await me.types("export", "-").out.contains("Emma"))
    #expect(await me.types("export", "goodreads", "-").out.contains("Emma"))
  }

  @Test func `before restoring another file removes no copy`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    let copy = me.scratch.path + "/copy.sqlite"
    await me.types("backup", copy)
    await me.types("backup")
    for day in 10...40 { try me.scratch.write("old", to: "log/backups/20\(day)-01-01.sqlite") }
    #expect(await me.types("restore", copy).exit == .done)
    #expect(try me.backups.count == 33)
  }
}

@Suite struct `A restored log` {
  @Test func `ignores files that a killed restore left`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    let copy = me.scratch.path + "/copy.sqlite"
    await me.types("backup", copy)
    try me.scratch.write("left", to: "log/restoring.sqlite-journal")
    #expect(await me.types("restore", copy).exit == .done)
    #expect(await me.types("log").out.contains("Emma"))
    let files = try FileManager.default.contentsOfDirectory(atPath: me.scratch.path + "/log")
    #expect(files.filter { $0.hasPrefix("restoring") } == ["restoring.sqlite-journal"])
  }

  @Test func `uses another node ID than the original`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    let (copy, export) = (me.scratch.path + "/copy.sqlite", me.scratch.path + "/log.ndjson")
    await me.types("backup", copy)
    await me.types("restore", copy)
    await me.types("track", "18:00-19:00", "Emma")
    await me.types("export", export)
    let text = try String(contentsOfFile: export, encoding: .utf8)
    let nodes = text.matches(of: #/"stamp":"[0-9a-f]{16}-([0-9a-f]{8})a?"/#).map { $0.1 }
    #expect(Set(nodes).count == 2)
  }

  /// See spec/security.md S1.
  @Test func `of a log with an unreadable record names it, and so do all views`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    let copy = me.scratch.path + "/copy.sqlite"
    await me.types("backup", copy)
    let database = try await SQLiteDatabase.open(path: copy)
    try await database.write { connection in
      try connection.run(
        """
        UPDATE record SET fields = json_set(fields, '$.endedAt', 9223372036854775807)
        WHERE kind = 'session'
        """
      )
    }
    let restored = await me.types("restore", copy)
    #expect(restored.exit == .refused)
    #expect(restored.err.contains("but 1 of 4 records cannot be read: session "))
    for command in ["log", "status"] {
      #expect(await me.types(command).out.contains("1 record cannot be read here"))
    }
    #expect(await me.types("doctor").exit == .refused)
  }

  @Test(arguments: ["nothing", "log"])
  func `needs an existing file`(name: String) async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    let refused = await me.types("restore", me.scratch.path + "/" + name)
    #expect(refused.exit == .badInput)
    #expect(refused.err.contains(me.scratch.path + "/" + name))
    #expect(await me.types("log").out.contains("Emma"))
  }
}

@Suite struct `Restoring a directory` {
  @Test func `is refused with a readable error`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    let refused = await me.types("restore", ".")
    #expect(refused.err.hasPrefix("cairn: The path “.” is a directory, and a backup is a file.\n"))
    #expect(refused.exit == .badInput)
  }
}

extension Person {
  /// The file names in the backup folder, sorted.
  fileprivate var backups: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/log/backups").sorted()
    }
  }
}
