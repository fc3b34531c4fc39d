import Testing

@testable import CairnCLI

/// The local time is 22:00.
@Suite struct `Option --at of a climb` {
  private func climber() async throws -> Person {
    let me = try Person()
    await me.types("start", "climb", "--at", "18:00")
    return me
  }

  @Test func `accepts the same times as other commands`() async throws {
    let me = try await climber()
    let added = await me.types("climb", "add", "A", "V3", "--sent", "--at", "18:20", "--json")
    #expect(added.out.contains(#""at":"2026-03-05T17:20:00Z""#))
    await me.types("attempt", "fell", "--at", "-30m")
    await me.types("attempt", "fell", "--at", "none")
    let told = await me.types("climb", "show", "A").out
    #expect(told.contains("time       Thu 5 Mar 18:20"))
    #expect(told.contains("tried      1: 18:20, 2: 21:30\n"))
    let wrong = await me.types("climb", "add", "B", "--at", "17:00")
    #expect(wrong.exit == .refused && wrong.err.contains("is outside its session"))
    #expect(await me.types("attempt", "fell", "--at", "soon").exit == .usage)
  }

  @Test func `searches for a time of day from the session's start`() async throws {
    var me = try await climber()
    await me.types("stop", "--at", "20:00")
    me.now = "2026-03-07T21:00:00Z"
    let session = ["--session", "@1"]
    for (typed, at) in [("18:00", "17:00:00"), ("20:00", "19:00:00")] {
      let added = await me.types(["climb", "add", typed, "--json", "--at", typed] + session)
      #expect(added.out.contains(#""at":"2026-03-05T\#(at)Z""#), "\(added.err)")
    }
    let none = await me.types(["climb", "add", "C", "--json"] + session)
    #expect(none.out.contains(#""at":null"#))
  }

  @Test func `refers to the given day, however late the day begins`() async throws {
    let me = try Person()
    for (typed, at) in [
      ("18:00", "01T17:00"), ("23:15", "01T22:15"), ("01:30", "01T00:30"),
      ("yesterday 09:00", "04T08:00"),
    ] {
      let day = typed.hasPrefix("y") ? "2026-03-04" : "2026-03-01"
      let added = await me.types("climb", "add", "V3", "--day", day, "--at", typed, "--json")
      #expect(added.out.contains(#""at":"2026-03-\#(at):00Z""#), "\(added.out)\(added.err)")
    }
    await me.types("climb", "add", "A", "V3", "--day", "2026-02-01", "--sent")
    await me.types("climb", "edit", "A", "--at", "19:00")
    await me.types("config", "dayStartHour", "4")
    await me.types("attempt", "fell", "--climb", "A", "--at", "01:30")
    let told = await me.types("climb", "show", "A", "--json").out
    for at in ["01T18:00", "02T00:30"] {
      #expect(told.contains(#""at":"2026-02-\#(at):00Z""#), "\(told)")
    }
  }

  @Test func `can be changed and cleared`() async throws {
    let me = try await climber()
    await me.types("climb", "add", "A", "V3", "--attempts", "2", "--sent")
    await me.types("climb", "edit", "A", "--at", "18:20")
    let timed = await me.types("attempt", "--change", "1", "--at", "18:10")
    #expect(timed.exit == .done, "\(timed.err)")
    let told = await me.types("climb", "show", "A").out
    #expect(told.contains("✗ ✓") && told.contains("tried      1: 18:10, 2: 18:20\n"))
    await me.types("climb", "edit", "A", "--at", "none")
    let left = await me.types("climb", "show", "A").out
    #expect(!left.contains("time  ") && left.contains("tried      1: 18:10\n"))
    for words in [["--at", "18:10"], ["--delete", "1", "--at", "18:10"]] {
      #expect(await me.types(["attempt"] + words).exit == .usage)
    }
  }

  @Test func `does not default to now after the session has ended`() async throws {
    let me = try await climber()
    await me.types("climb", "add", "A", "V3", "--sent")
    await me.types("stop", "--at", "20:00")
    let told = await me.types("climb", "show", "A", "--json").out
    #expect(told.contains(#""at":null"#) && !told.contains(#""at":"2026"#))
  }
}
