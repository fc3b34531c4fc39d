import Testing

@testable import CairnCLI

@Suite struct `A session that is moved or made longer` {
  @Test(arguments: [
    ("edit last --duration 30m", "20:00–20:30"),
    ("edit last --duration 2h --start 19:00", "19:00–21:00"),
    ("lengthen last 10m", "20:00–21:10"), ("shorten last 1h", "error"),
    ("shorten last 15m", "20:00–20:45"),
    ("move last +30m", "20:30–21:30"), ("move last -1h30", "18:30–19:30"),
    ("move last 19:00", "19:00–20:00"),
  ])
  func `keeps what was not mentioned`(line: String, times: String) async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    let said = await me.types(line.split(separator: " ").map(String.init))
    if times == "error" { return #expect(said.err.contains("end"), "\(said.err)") }
    #expect(said.out.contains(times), "\(said.out)\(said.err)")
  }

  @Test func `keeps its pauses when its length is given`() async throws {
    var me = try Person()
    me.now = "2026-03-05T19:00:00Z"
    await me.types("start", "read", "Emma")
    for (minute, line) in [("20", "pause"), ("30", "resume"), ("50", "stop")] {
      me.now = "2026-03-05T19:\(minute):00Z"
      await me.types(line)
    }
    me.now = "2026-03-05T21:00:00Z"
    let said = await me.types("edit", "last", "--duration", "45m").out
    #expect(said.contains("20:00–20:55, 45m"), "\(said)")
  }

  @Test(arguments: [
    ("edit last --end 20:30 --duration 5m", "--end and --duration"), ("move last", "missing"),
    ("move last +soon", "soon"), ("lengthen last soon", "soon"),
    ("lengthen last 13h", "long session"),
  ])
  func `is refused with the reason`(line: String, reason: String) async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    let said = await me.types(line.split(separator: " ").map(String.init))
    #expect(said.err.contains(reason) && said.exit != .done, "\(said.out)\(said.err)")
  }
}

@Suite struct `Several sessions` {
  @Test func `are deleted as one entry of the history`() async throws {
    let me = try await Self.week()
    let said = await me.types("delete", "last", "@2..@3", "@2")
    #expect(said.out.contains("Restore all 3"), "\(said.out)\(said.err)")
    #expect(try await me.lists("log").count == 1)
    await me.types("undo")
    #expect(try await me.lists("log").count == 4)
  }

  @Test(arguments: ["@3..@2", "@1..@5000", "@1..last..", "@9"])
  func `are all kept if one reference is wrong`(word: String) async throws {
    let me = try await Self.week()
    #expect(await me.types("delete", "last", word).exit != .done)
    #expect(try await me.lists("log").count == 4)
  }

  @Test(arguments: [
    ("last 2 days", 2), ("yesterday", 1), ("2026-03-02..2026-03-03", 2), ("march", 4),
    ("last year", 0),
  ])
  func `are listed by period`(period: String, count: Int) async throws {
    let me = try await Self.week()
    #expect(try await me.lists("log", "--in", period).count == count)
  }

  private static func week() async throws -> Person {
    let me = try Person()
    for day in 2...5 { await me.types("track", "2026-03-0\(day) 20:00..21:00", "Emma") }
    return me
  }
}
