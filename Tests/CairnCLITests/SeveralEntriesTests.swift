import Testing

@testable import CairnCLI

@Suite struct `Several references at once` {
  private static func week() async throws -> Person {
    let me = try Person()
    for time in ["18:00-18:30", "18:30-19:00", "19:00-19:30"] {
      await me.types("track", time, "Emma")
    }
    return me
  }

  private func times(_ me: Person) async throws -> [String] {
    try await me.lists("log").map { row in
      String((row["started_at"] as? String ?? "").dropFirst(11).prefix(5))
    }
  }

  @Test(arguments: [
    (["move", "@1..@3", "+15m"], ["18:15", "17:45", "17:15"]),
    (["move", "last", "@2", "@3", "-1h"], ["17:00", "16:30", "16:00"]),
    (["move", "@2", "20:00"], ["19:00", "18:00", "17:00"]),
    (["move", "@2", "--to", "20:00"], ["19:00", "18:00", "17:00"]),
  ])
  func `move sessions as one entry of the history`(line: [String], starts: [String]) async throws {
    let me = try await Self.week()
    let said = await me.types(line)
    #expect(said.exit == .done, "\(said.err)")
    #expect(try await times(me) == starts)
    await me.types("undo")
    #expect(try await times(me) == ["18:00", "17:30", "17:00"])
  }

  @Test(arguments: [
    (["move", "@1..@3", "20:00"], "Several sessions cannot"), (["move", "last"], "missing"),
    (["move", "@1..@2", "+4h"], "future"), (["move", "@1", "-15m"], "overlap"),
    (["undo", "@9"], "There is no history entry “@9”"),
    (["undo", "@2..@1"], "not a range of history entries"), (["undo", "nothing"], "nothing"),
  ])
  func `change nothing if one is wrong`(line: [String], reason: String) async throws {
    let me = try await Self.week()
    let said = await me.types(line)
    #expect(said.exit != .done && said.err.contains(reason), "\(said.out)\(said.err)")
    #expect(try await times(me) == ["18:00", "17:30", "17:00"])
  }

  @Test func `undo all or none`() async throws {
    let me = try await Self.week()
    await me.types("edit", "@2", "--note", "one")
    await me.types("delete", "@2")
    let refused = await me.types("undo", "@3", "@4")
    #expect(refused.exit == .refused, "\(refused.out)")
    #expect(try await me.lists("log").count == 2)
    #expect(await me.types("history", "--limit", "1").out.contains("undone") == false)
  }

  @Test func `undo what is not undone in a range, and redo what is`() async throws {
    let me = try await Self.week()
    await me.types("undo")
    let undone = await me.types("undo", "@1..@3")
    #expect(undone.out == "Undone: Session tracked: “Emma”.\n", "\(undone.out)\(undone.err)")
    #expect(try await times(me) == ["17:00"])
    let none = await me.types("undo", "@1..@2")
    #expect(none.exit == .refused && none.err.contains("nothing to undo in @1..@2"), "\(none.err)")
    let redone = await me.types("redo", "@1..@4", "--json")
    #expect(redone.out.split(separator: "\n").count == 4, "\(redone.out)\(redone.err)")
    #expect(try await times(me).count == 3)
  }

  @Test func `undo and redo entries of the history`() async throws {
    let me = try await Self.week()
    let undone = await me.types("undo", "last", "@2")
    #expect(undone.out.split(separator: "\n").count == 2, "\(undone.err)")
    #expect(try await times(me) == ["17:00"])
    #expect(await me.types("redo", "@1..@2").exit == .done)
    #expect(try await times(me).count == 3)
  }
}

@Suite struct `A title that is unknown` {
  @Test(arguments: [
    ("Middlmarch", "“Middlemarch”"), ("middle", "“Middlemarch”"), ("Emna", "“Emma”"),
  ])
  func `is answered with those like it`(typed: String, title: String) async throws {
    let me = try Person()
    await me.types("book", "add", "Middlemarch")
    await me.types("track", "18:00-18:30", "listen", "Emma")
    let said = await me.types("start", typed)
    #expect(said.err.contains("Did you mean \(title) ("), "\(said.err)")
    #expect(said.err.contains("cairn start read \"\(typed)\""))
  }

  @Test func `is answered with how to add it`() async throws {
    let said = try await Person().types("start", "Ulysses")
    #expect(said.err.contains("Write `cairn start read \"Ulysses\"`"), "\(said.err)")
  }
}
