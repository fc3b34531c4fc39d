import Cairn
import Testing

@testable import CairnCLI

@Suite struct `What listening adds up to on the command line` {
  private func listener() async throws -> Person {
    var me = try Person()
    (me.now, me.zone) = ("2026-03-05T21:00:00Z", "Europe/Berlin")
    await me.types("track", "7:00-8:00", "listen", "Emma", "--completed", "--new")
    await me.types("track", "20:00-20:30", "listen", "Persuasion", "--partial", "--new")
    await me.types("track", "yesterday 20:00-20:30", "listen", "Emma", "--completed")
    return me
  }

  @Test func `is the same as on the page`() async throws {
    let me = try await listener()
    let told = await me.types("listening").out
    #expect(
      told.hasPrefix(
        """
        stories heard    1, and 1 begun
        listening time   1h 30m, and 30m partial
        streak           2 days in a row, the longest ever 2
        favourites       0
        finished         50 % of stories begun
        per story        1.5 sessions
        preferred hour   20:00, evening
        most played      Emma, 2 times

        Listening per day

        """
      ),
      "\(told)"
    )
    #expect(told.contains("Listening time is that of sessions that reached the end of a story"))
  }

  @Test(arguments: [("week", 7), ("month", 30), ("year", 53), ("all", 1)])
  func `is drawn by days or weeks`(range: String, points: Int) async throws {
    let me = try await listener()
    let json = try JSON(
      parsing: Array(await me.types("listening", "--range", range, "--json").out.utf8)
    )
    guard case .array(let all)? = json["chart"]?["points"] else {
      Issue.record("no points: \(json.text)")
      return
    }
    #expect(range == "all" ? all.count < 8 : all.count == points, "\(range): \(all.count)")
    #expect(
      json["completed_seconds"] == .integer(5_400) && json["partial_seconds"] == .integer(1_800)
    )
    #expect(json["preferred_hour"] == .integer(20))
  }

  @Test func `is nothing in an empty log`() async throws {
    let me = try Person()
    let told = await me.types("listening")
    #expect(told.exit == .refused)
  }

  @Test func `has ten milestones, with the day or how far it is`() async throws {
    let me = try await listener()
    let table = await me.types("milestones").out
    let told = table.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    #expect(told.contains("The first story Wed 4 Mar"), "\(told)")
    #expect(told.contains("The first hour heard Thu 5 Mar"), "\(told)")
    #expect(told.contains("5 stories 1 story"), "\(told)")
    // No two of them have one name.
    #expect(told.contains("the first hour Thu 5 Mar"), "\(told)")
    #expect(!(await me.types("milestones", "--kind", "reading").out.contains("The first story")))
    let json = try JSON(parsing: Array(await me.types("milestones", "--json").out.utf8))
    guard case .array(let all)? = json["listening"] else { return }
    #expect(all.count == 10)
    #expect(all.first { $0["name"] == .string("STORIES_5") }?["percentage"] == .integer(20))
    #expect(all.first { $0["name"] == .string("STREAK_7") }?["value"] == .integer(2))
  }
}

@Suite struct `Webhooks on the command line` {
  @Test func `are made, listed with what waits, and removed`() async throws {
    var me = try Person()
    (me.now, me.zone) = ("2026-03-05T21:00:00Z", "UTC")
    let made = await me.types("webhook", "add", "http://127.0.0.1:9/hook")
    #expect(made.out.hasSuffix("=\n") && made.out.contains("whsec_"), "\(made)")
    await me.types("track", "7:00-7:30", "listen", "Emma", "--completed", "--new")
    let list = await me.types("webhook", "list").out
    #expect(list.contains("http://127.0.0.1:9/hook\n"), "\(list)")
    for one in ["story", "session"] {
      #expect(list.contains("  The first \(one): waiting\n"), "\(list)")
    }
    #expect(!list.contains("whsec_"))
    let id = String(list.prefix(6))
    #expect(await me.types("webhook", "test", id).exit == .unreachable)
    #expect(await me.types("webhook", "remove", id).exit == .done)
    #expect(await me.types("webhook", "list").exit == .refused)
    #expect(await me.types("webhook", "remove", id).exit == .refused)
  }

  @Test func `are refused where nobody can be told`() async throws {
    let me = try Person()
    #expect(await me.types("webhook", "add", "example.org").exit == .refused)
  }
}
