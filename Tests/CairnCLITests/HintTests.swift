import Testing

@testable import CairnCLI

@Suite struct `A word without the dashes of its option` {
  @Test(arguments: [
    ("goal set minutes 30 daily", "--daily"), ("stop 40", "--page 40"), ("stop +30", "--page +30"),
    ("stop 42%", "--percent 42"), ("split last 22:10", "--at 22:10"),
    ("climb add Traverse V4 sent", "--sent"), ("climb add Traverse V4 --flash", "--send flash"),
    ("edit 2", "@2"), ("undo 2", "@2"), ("report 2025", "--in 2025"),
    ("stats 2025-03", "--in 2025-03"),
    ("log march", "--in march"), ("stats week", "--week"),
  ])
  func `is answered with it`(line: String, option: String) async throws {
    let me = try Person()
    let refused = await me.types(line.split(separator: " ").map(String.init))
    #expect(refused.err.contains("Did you mean `\(option)`?"), "\(refused.err)")
  }
}

@Suite struct `A hint` {
  /// Commands that are refused, with the commands that set up the log.
  private static let refusals: [(before: [String], typed: [String])] = [
    (["track 20:00-21:00 Emma"], ["start", "read", "Emma", "--at", "20:30"]),
    (["track 20:00-21:00 Emma"], ["track", "20:30-21:30", "Emma"]),
    (["track 20:00-21:00 Emma"], ["continue", "--at", "20:30"]),
    (["track 20:00-21:00 Emma", "track 18:00-19:00 Emma"], ["edit", "@2", "--end", "20:30"]),
    (["track 20:00-21:00 Emma", "track 18:00-19:00 Emma"], ["move", "@2", "--to", "20:30"]),
    (["start read Emma --at 20:00"], ["track", "20:30-21:30", "Emma"]),
    (["start read Emma --at 20:00"], ["start", "read", "Emma"]),
    (["start read Emma --at 20:00"], ["split", "last", "--at", "20:30"]),
    (["start read Emma"], ["book", "delete", "Emma"]),
    (["start read Emma --at 20:00 --start-page 90"], ["stop", "--page", "80"]),
    (["track 20:00-21:00 Emma --page 90"], ["edit", "last", "--start-page", "95"]),
    (["track 20:00-21:00 Emma --page-count 9"], ["edit", "last", "--page", "95"]),
    (["track 20:00-21:00 Emma", "undo"], ["redo", "nothing"]),
    (["start read Emma --at 20:00"], ["resume"]),
    (["start read Emma --at 20:00", "pause --at 21:00"], ["pause"]),
    (["start read Emma --at 20:00", "pause --at 21:00"], ["resume", "--at", "20:30"]),
  ]

  @Test(arguments: refusals)
  func `names only options of the command`(before: [String], typed: [String]) async throws {
    let me = try Person()
    for line in before { await me.types(line.split(separator: " ").map(String.init)) }
    let refused = await me.types(typed)
    #expect(refused.exit == .refused)
    let hint = refused.err.split(separator: "\n").last.map(String.init) ?? ""
    let top = try #require(Program.cairn.command(typed[0]))
    let command = top.subcommands.first { $0.matches(typed[1]) } ?? top
    let outside = hint.split(separator: "`", omittingEmptySubsequences: false)
      .enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
    for flag in outside.matches(of: #/--([a-z-]+)/#) {
      #expect(command.options.contains { $0.name == flag.1 }, "\(typed): \(hint)")
    }
    for line in hint.matches(of: #/`cairn ([a-z]+)/#) {
      #expect(Program.cairn.command(String(line.1)) != nil, "\(typed): \(hint)")
    }
    #expect(!hint.isEmpty && !hint.contains("allowing") && !hint.contains("with adjust"))
  }

  @Test func `works as typed`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    let refused = await me.types("start", "read", "Emma", "--at", "20:30")
    #expect(refused.err.contains("trim the other session with --adjust."))
    #expect(await me.types("start", "read", "Emma", "--at", "20:30", "--adjust").exit == .done)
    #expect(await me.types("log").out.contains("20:00–20:30"))
    await me.types("cancel")
    #expect(await me.types("continue", "--at", "20:15", "--adjust").exit == .done)
  }

  @Test func `names --start-page for a tracked session`() async throws {
    let me = try Person()
    let said = await me.types("track", "20:00-21:00", "Emma", "--start-page", "40", "--page", "70")
    #expect(said.out.contains("30 pages to page 70"))
    let slip = await me.types("track", "18:00-19:00", "Emma", "--start-page", "9", "--page", "8")
    #expect(slip.err.contains("the start page with --start-page."))
  }

  @Test func `describes a later change in readable words`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma")
    await me.types("book", "rate", "Emma", "3")
    let line = try #require(try await me.lists("history").first?["short"] as? String)
    await me.types("book", "rate", "Emma", "4")
    #expect(await me.types("undo", line).err.contains(": A book was changed later, by “"))
  }
}
