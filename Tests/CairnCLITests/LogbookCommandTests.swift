import Cairn
import Foundation
import Testing

@testable import CairnCLI

/// Returns the path of a fixture of the import tests.
private func sample(_ name: String) -> String {
  let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
  return folder.appendingPathComponent("CairnExchangeTests/Fixtures/\(name)").path
}

@Suite struct `The logbook of a climber` {
  private func climber() throws -> Person {
    var me = try Person()
    (me.now, me.zone) = ("2026-11-01T18:00:00Z", "UTC")
    return me
  }

  @Test func `lists sessions and days without times together`() async throws {
    var me = try climber()
    let added = await me.types(
      "climb",
      "add",
      "The Bard",
      "12",
      "--scale",
      "EWBANK",
      "--day",
      "2026-05-02",
      "--place",
      "Arapiles",
      "--outdoor",
      "--attempts",
      "2",
      "--send",
      "redpoint"
    )
    #expect(added.out.hasPrefix("Added: “The Bard” 12, 2 attempts: sent, redpoint ("))
    await me.types("climb", "add", "V3", "--day", "2026-05-02")
    await me.types("start", "climb", "--at", "17:00", "--place", "Hall")
    await me.types("climb", "add", "V4", "--sent")
    await me.types("climb", "add", "5.10a", "--sent", "--discipline", "sport")
    await me.types("climb", "add", "V5", "--attempts", "2")
    me.now = "2026-11-01T18:30:00Z"
    let rows = await me.types("logbook").out.split(separator: "\n").dropFirst().map { line in
      line.split(separator: " ").joined(separator: " ")
    }
    #expect(
      rows == [
        "Sun 1 Nov 1h 30m, running 3 2 V4, 5.10a Hall", "Sat 2 May — 1 1 12 Arapiles",
        "Sat 2 May — 1 0",
      ]
    )
    #expect(await me.types("logbook", "--year", "2025").exit == .refused)
    let json = await me.types("logbook", "--json", "--limit", "2").out
    #expect(json.contains("\"active_seconds\":5400"))
    #expect(json.contains("\"hardest\":[{\"grade\":\"12\",\"grade_scale\":\"EWBANK\"}]"))
    let day = await me.types("climb", "list", "--day", "2026-05-02").out
    #expect(day.hasPrefix("Sat 2 May: 2 climbs\n") && day.contains("The Bard"))
    #expect(await me.types("climb", "list", "--day", "2026-11-01").out.contains(": 3 climbs\n"))
    #expect(await me.types("climb", "list", "--day", "2026-11-01", "--json").out.contains("V5"))
    #expect(await me.types("climb", "list", "--day", "2026-05-03").exit == .refused)
  }

  @Test(arguments: [
    (["--day", "2026-12-24"], "is in the future"),
    (["--place", "Hall"], "its place from its session"),
    (["--day", "2026-05-02", "--session", "last"], "not both"),
    (["--day", "2026-05-02", "--outdoor", "--indoor"], "cannot be used together"),
    (["--day", "sometime"], "sometime"),
  ])
  func `refuses a climb without a place in the order`(words: [String], why: String) async throws {
    let me = try climber()
    let ran = await me.types(["climb", "add", "V3"] + words)
    #expect(ran.exit != .done && ran.err.contains(why))
    #expect(await me.types("logbook").exit == .refused)
  }

  @Test(arguments: [
    ("mountain-project-ticks.csv", "Imported 5 climbs from Mountain Project: 5 added (5 climbs)"),
    ("openbody-thecrag-sample.csv", "Imported 10 climbs from theCrag: 10 added (10 climbs)"),
    ("8a-nu.csv", "Imported 2 climbs from 8a.nu: 2 added (2 climbs)"),
    ("kaya-export.csv", "Imported 4 climbs from KAYA: 4 added (4 climbs)"),
  ])
  func `imports those of other programs`(file: String, told: String) async throws {
    let me = try climber()
    let dry = await me.types("import", sample(file), "--dry-run")
    #expect(dry.exit == .done && dry.out.contains("Nothing was changed."))
    let ran = await me.types("import", sample(file))
    #expect(ran.out.hasPrefix(told))
    #expect(ran.err.contains("line 1: Stored with each climb, but not shown: "))
    let again = await me.types("import", sample(file))
    #expect(again.out.hasPrefix("Nothing new:"))
    #expect(await me.types("undo").exit == .done)
    #expect(await me.types("logbook").exit == .refused)
  }

  @Test func `is exported as tables, and re-imported completely`() async throws {
    let (me, other) = (try climber(), try climber())
    for file in ["openbody-thecrag-sample.csv", "kaya-export.csv"] {
      await me.types("import", sample(file))
    }
    await me.types("start", "climb", "--at", "17:00", "--place", "Hall")
    await me.types(
      "climb",
      "add",
      "=Roof",
      "V4",
      "--attempts",
      "3",
      "--sent",
      "--helped",
      "crimp",
      "--hindered",
      "my project",
      "--note",
      "+cmd"
    )
    await me.types("stop", "--at", "17:45")
    let climbs = await me.types("export", "climbs").out
    let line = climbs.split(separator: "\r\n").first { $0.contains("=Roof") }
    #expect(
      line.map { String($0.drop { $0 != "'" }) }
        == "'=Roof,bouldering,V4,V,,,3,2,yes,no,redpoint,hold:crimp,own:my project,'+cmd,,,"
    )
    #expect(climbs.contains(",The Bard,trad,12,EWBANK,lead,,1,0,yes,yes,onsight,,,"))
    #expect(climbs.contains(",Rock Ape,bouldering,V5,V,,,1,1,no,no,,,,"))
    let attempts = await me.types("export", "attempts", me.scratch.path + "/attempts.csv")
    #expect(attempts.out == "Exported 22 attempts.\n")
    #expect(await me.types("import", me.scratch.path + "/attempts.csv").exit == .badInput)
    #expect(await me.types("export", "ical").out.contains("DESCRIPTION:45 min\\, 1 climb\r\n"))

    await me.types("export", me.scratch.path + "/log.ndjson")
    #expect(await other.types("import", me.scratch.path + "/log.ndjson").exit == .done)
    #expect(await other.types("export", "-").out == (await me.types("export", "-")).out)
    #expect(await other.types("export", "climbs").out == climbs)
  }
}
