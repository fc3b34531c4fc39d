import Testing

@testable import CairnCLI

@Suite struct `Tags and places of sessions` {
  private static func week() async throws -> Person {
    let me = try Person()
    for (day, rest) in [("tuesday", "+beach"), ("wednesday", "--place=Home"), ("today", "")] {
      await me.types(["track", "\(day) 18:00-18:30", "Emma"] + (rest.isEmpty ? [] : [rest]))
    }
    return me
  }

  /// Returns the tags of the sessions, newest first.
  private func tags(_ me: Person) async throws -> [[String]] {
    try await me.lists("log").map { $0["tags"] as? [String] ?? [] }
  }

  @Test(arguments: [
    (["tag", "sea"], [["sea"], [], ["beach"]]),
    (
      ["tag", "@1", "sea", "@2..@3", "+Sun"],
      [["sea", "Sun"], ["sea", "Sun"], ["beach", "sea", "Sun"]]
    ),
    (["tag", "last", "book club"], [["book club"], [], ["beach"]]),
    (["untag", "@3", "BEACH"], [[], [], []]),
    (["untag", "@1..@3", "+beach"], [[], [], []]),
  ])
  func `change by one command`(line: [String], expected: [[String]]) async throws {
    let me = try await Self.week()
    let said = await me.types(line)
    #expect(said.exit == .done, "\(said.err)")
    #expect(try await tags(me) == expected)
    await me.types("undo")
    #expect(try await tags(me) == [[], [], ["beach"]])
  }

  @Test(arguments: [
    (["tag"], "The tags are missing"), (["tag", "@1"], "The tags are missing"),
    (["tag", "@9", "sea"], "There is no session “@9”"), (["tag", "k3f9ab", "sea"], "k3f9ab"),
    (["tag", "a,b"], "not a valid tag"), (["untag", "@1", "sea"], "None of these sessions"),
    (["tag", "@3..@1", "sea"], "not a range"), (["log", "+a", "+b"], "given more than once"),
  ])
  func `are refused with the reason`(line: [String], reason: String) async throws {
    let me = try await Self.week()
    let said = await me.types(line)
    #expect(said.exit != .done && said.err.contains(reason), "\(said.out)\(said.err)")
    #expect(try await tags(me) == [[], [], ["beach"]])
  }

  @Test func `belong to a session from its start`() async throws {
    let me = try Person()
    let started = await me.types("start", "read", "Dune", "+beach", "--tag", "sun", "--at", "21:30")
    #expect(started.out.contains("+beach +sun"), "\(started.out)\(started.err)")
    await me.types("stop", "--page", "9")
    await me.types("Emma 20:00-20:30 +train")
    #expect(try await tags(me) == [["beach", "sun"], ["train"]])
    #expect(await me.types("log").out.contains("Emma +train"))
    #expect(await me.types("start", "read", "--", "+Anima").out.contains("“+Anima”"))
  }

  @Test(arguments: [
    (["log", "+BEACH"], 1), (["log", "--tag", "beach"], 1), (["log", "--tag", "sea"], 0),
    (["log", "--place", "home"], 1), (["log", "--place", "home", "+beach"], 0),
  ])
  func `filter the log, in any spelling`(line: [String], count: Int) async throws {
    let me = try await Self.week()
    #expect(try await me.lists(line).count == count)
  }

  @Test func `can be a year, which is typed back as it is shown`() async throws {
    let me = try await Self.week()
    #expect(await me.types("tag", "last", "2026").out.contains("+2026"))
    #expect(await me.types("log", "+2026").exit == .done)
    let refused = await me.types("tag", "last", "30m")
    #expect(refused.exit != .done && refused.err.contains("+30m reads as a time"), "\(refused.err)")
  }

  @Test func `have totals`() async throws {
    let me = try await Self.week()
    await me.types("tag", "@1", "beach", "sea")
    let said = await me.types("stats", "--by", "tag").out
    #expect(said.contains("beach") && said.contains("1h 00m") && said.contains("30m"), "\(said)")
  }
}

@Suite struct `A line that is added to a note` {
  @Test(arguments: [
    (["annotate", "the storm"], ["first\nthe storm", ""]),
    (["annotate", "@1", "the", "storm"], ["first\nthe storm", ""]),
    (["annotate", "last", "the storm"], ["first\nthe storm", ""]),
    (["annotate", "last night was long"], ["first\nlast night was long", ""]),
    (["annotate", "@2", "the storm"], ["first", "the storm"]),
    (["annotate", "winter", "came"], ["first\nwinter came", ""]),
  ])
  func `keeps what was there`(line: [String], notes: [String]) async throws {
    let me = try Person()
    await me.types("track", "18:00-18:30", "Emma")
    await me.types("track", "20:00-20:30", "Emma", "--note", "first")
    let said = await me.types(line)
    #expect(said.exit == .done, "\(said.err)")
    #expect(try await me.lists("log").map { $0["note"] as? String ?? "" } == notes)
    #expect(await me.types("history", "--limit", "1").out.contains("Session annotated: “Emma”"))
  }

  @Test(arguments: [
    (["annotate", "last", "night", "was", "long"], "cairn annotate \"last night was long\""),
    (["annotate", "last"], "cairn annotate last \"the storm\""),
    (["annotate", "@1"], "@1 \"the storm\""),
  ])
  func `is refused where a word may be the session`(line: [String], hint: String) async throws {
    let me = try Person()
    await me.types("track", "18:00-18:30", "Emma")
    let said = await me.types(line)
    #expect(said.exit == .usage && said.err.contains(hint), "\(said.out)\(said.err)")
    #expect(try await me.lists("log")[0]["note"] as? String == nil)
  }
}
