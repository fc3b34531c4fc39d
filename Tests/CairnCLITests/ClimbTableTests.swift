import Foundation
import Testing

@testable import CairnCLI

@Suite struct `A re-imported table of climbs` {
  /// A log with a session that contains every result, and a climb without a session.
  private func climber() async throws -> Person {
    let me = try Person()
    await me.types("start", "climb", "--at", "18:00", "--place", "Boulderwelt")
    for words in [
      ["Flash", "V1", "--sent", "--helped", "crimp", "--helped", "project wall"],
      ["Later", "V2", "--attempts", "3", "--sent"],
      ["Fallen", "7A", "--scale", "FONT", "--attempts", "2"],
      ["Known", "V3", "--send", "redpoint", "--note", "=1+1"], ["Untried", "V4"],
    ] { await me.types(["climb", "add"] + words) }
    await me.types("stop", "--at", "19:00")
    await me.types(
      ["climb", "add", "The Bard", "12", "--scale", "EWBANK", "--day", "2026-01-02"]
        + ["--place", "Arapiles", "--outdoor"]
    )
    return me
  }

  private func table(_ me: Person, _ name: String = "climbs.csv") async throws -> [[String: String]]
  {
    let path = me.scratch.path + "/" + name
    #expect(await me.types("export", "climbs", path).exit == .done)
    let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\r\n")
    let cells = rows.map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return cells.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(cells[0], $0)) }
  }

  @Test func `changes nothing in its own log`() async throws {
    let me = try await climber()
    _ = try await table(me)
    let before = await me.types("history").out
    let ran = await me.types("import", me.scratch.path + "/climbs.csv")
    #expect(ran.out.contains("6 unchanged"), "\(ran.out)\(ran.err)")
    #expect(await me.types("history").out == before)
  }

  @Test func `gives the same in another log, and from there again`() async throws {
    let (me, other) = (try await climber(), try Person())
    let told = try await table(me)
    let file = me.scratch.path + "/climbs.csv"
    #expect(await other.types("import", file).out.contains("6 climbs"))
    #expect(await other.types("import", file).out.contains("6 unchanged"))
    let again = try await table(other)
    let byID = Dictionary(uniqueKeysWithValues: again.map { ($0["id"] ?? "", $0) })
    for row in told {
      let kept = try #require(byID[row["id"] ?? ""])
      for (column, cell) in row where !["session_id", "source"].contains(column) {
        #expect(kept[column] == cell, "\(column) of \(row["name"] ?? "")")
      }
    }
    let once = try Data(contentsOf: other.scratch.url.appendingPathComponent("climbs.csv"))
    await other.types("import", other.scratch.path + "/climbs.csv")
    _ = try await table(other, "again.csv")
    #expect(try Data(contentsOf: other.scratch.url.appendingPathComponent("again.csv")) == once)
  }

  @Test func `accepts a climber's own table, and reports what it cannot import`() async throws {
    let me = try Person()
    let kept = """
      Name,Day,Grade,Grade_scale,Attempts,Sent,Tick,Helped,Outdoor
      Roof,2026-01-02,V5,V,4,yes,,crimp; my wall,maybe
      Slab,2026-01-02,6a,french,,,onsight,,yes
      Ice,2026-01-03,WI4,,2,no,,,yes
      Odd,2026-01-03,7,UIAA,,,dance,,
      """
    try me.scratch.write(kept, to: "mine.csv")
    let ran = await me.types("import", me.scratch.path + "/mine.csv")
    #expect(ran.exit == .done, "\(ran.err)")
    for words in [
      "outdoor “maybe” is neither yes nor no", "grade “WI4”", "tick “dance” is unknown",
    ] {
      #expect(ran.err.contains(words), "\(words): \(ran.err)")
    }
    let rows = try await table(me)
    #expect(
      rows.map { $0["name"] }.sorted { ($0 ?? "") < ($1 ?? "") } == ["Ice", "Odd", "Roof", "Slab"]
    )
    let roof = try #require(rows.first { $0["name"] == "Roof" })
    #expect(roof["attempts"] == "4" && roof["sent"] == "yes" && roof["first_go"] == "")
    #expect(roof["helped"] == "hold:crimp; own:my wall" && roof["source"] == "climbs")
    #expect(await me.types("import", me.scratch.path + "/mine.csv").out.contains("4 unchanged"))
  }
}
