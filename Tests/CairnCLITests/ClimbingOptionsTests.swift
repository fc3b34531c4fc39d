import Cairn
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `Options of a climbing session` {
  @Test func `clear values, including indoors and outdoors`() async throws {
    let me = try Person()
    await me.types("start", "climb", "--at", "18:00", "--outdoor")
    #expect(await me.types("climb", "list").out.contains("outdoors"))
    await me.types("edit", "last", "--rpe", "5")
    #expect(await me.types("climb", "list").out.contains("outdoors"))
    #expect(await me.types("edit", "last", "--no-outdoor").exit == .done)
    #expect(!(await me.types("climb", "list").out.contains("doors")))
    let both = await me.types("edit", "last", "--no-outdoor", "--indoor")
    #expect(both.exit == .usage && both.err.contains("--indoor and --no-outdoor"))
  }

  @Test(arguments: [["climb"], ["read", "Dune"]])
  func `append a note at the end to that of the start`(kind: [String]) async throws {
    let me = try Person()
    await me.types(["start"] + kind + ["--at", "20:00"])
    await me.types("edit", "last", "--note", "warm")
    await me.types("stop", "--note", "then cold")
    #expect(await me.types("log", "--json").out.contains(#""note":"warm\nthen cold""#))
    await me.types("edit", "last", "--note", "anew")
    #expect(await me.types("log", "--json").out.contains(#""note":"anew""#))
  }

  @Test func `are exported with sessions, without partners' names`() async throws {
    let me = try Person()
    await me.types(
      ["start", "climb", "--at", "18:00", "--discipline", "sport", "--mental", "4", "--outdoor"]
        + ["--with", "Ana", "--conditions", "=dry", "--temperature", "12.5", "--humidity", "60"]
    )
    await me.types("stop", "--rpe", "7", "--pump", "3")
    await me.types("export", "csv", me.scratch.path + "/tables")
    let table = try String(
      contentsOfFile: me.scratch.path + "/tables/sessions.csv",
      encoding: .utf8
    )
    let lines = table.split(separator: "\r\n")
    #expect(
      lines.first?.hasSuffix(
        "discipline,outdoor,mental,physical,rpe,pump,conditions,temperature_tenths,humidity,private"
      ) == true
    )
    #expect(lines.last?.hasSuffix(",sport,yes,4,,7,3,'=dry,125,60,yes") == true)
    #expect(!table.contains("Ana"))
  }

  @Test func `show a number for many attempts`() async throws {
    let me = try Person()
    await me.types("start", "climb", "--at", "18:00")
    await me.types("climb", "add", "Roof", "V5", "--attempts", "100", "--sent")
    #expect(await me.types("climb", "list").out.contains("  ✗×99 ✓  "))
    for _ in 1...7 {
      await me.types("attempt", "fell")
      await me.types("attempt", "sent")
    }
    #expect(await me.types("climb", "list").out.contains("  ✗×106 ✓×8  "))
  }

  @Test func `are marked in the logbook while the session runs`() async throws {
    let me = try Person()
    await me.types("start", "climb", "--at", "21:00")
    #expect(await me.types("logbook").out.contains("1h 00m, running"))
    await me.types("pause")
    #expect(await me.types("logbook").out.contains("1h 00m, paused"))
    #expect(await me.types("logbook", "--json").out.contains(#""state":"paused""#))
  }

  @Test func `find a session by its name`() async throws {
    let me = try Person()
    await me.types("climb", "add", "Kaligula", "--day", "2026-02-01", "--place", "Arapiles")
    let ran = await me.types("search", "kalig")
    #expect(ran.exit == .done && ran.out.contains("“Kaligula”") && ran.out.contains("Arapiles"))
    #expect(await me.types("search", "ligula").exit == .refused)
  }

  @Test func `name a scale of another discipline in the error`() async throws {
    let me = try Person()
    await me.types("start", "climb", "--at", "18:00")
    let ran = await me.types(
      "climb",
      "add",
      "6b",
      "--scale",
      "FRENCH",
      "--discipline",
      "bouldering"
    )
    #expect(ran.err.contains("6b is a grade of the French scale, which is not used for"))
  }
}
