import Cairn
import Foundation
import Testing

@testable import CairnCLI

/// Defects of other apps in streaks and goals (spec/reading.md 2.14), tested at the command line.
@Suite struct `Known defects of other streaks and goals` {
  // D46
  @Test func `D46: the first session makes a streak of one`() async throws {
    let me = try Person()
    await me.types("track", "20:00-20:30", "Emma")
    #expect(try await me.reads("streak")["current"] as? Int == 1)
  }

  // D47
  @Test func `D47: a log without a session has a streak of zero, and no error`() async throws {
    let me = try Person()
    for command in ["streak", "milestones", "calendar", "goal list", "chart weeks", "chart total"] {
      let ran = await me.types(command.split(separator: " ").map(String.init))
      #expect(ran.err == "" && !ran.out.isEmpty, "\(command)")
    }
    #expect(await me.types("streak").out == "current  0 days\nlongest  0 days\n")
  }

  // D48, D49
  @Test func `D48, D49: an import or a deletion updates the streak at once`() async throws {
    let me = try Person()
    await me.types("import", "koreader", Person.foreign)
    let imported = try await me.reads("streak")
    #expect(imported["current"] as? Int == 0)
    #expect((imported["longest"] as? Int ?? 0) > 0)
    await me.types("undo")
    #expect(try await me.reads("streak")["longest"] as? Int == 0)
  }

  // D50
  @Test func `D50: a day without a session is not filled by a later one`() async throws {
    let me = try Person()
    await me.types("track", "20:00-20:30", "Emma")
    let days = try await me.reads("calendar")["days"] as? [[String: Any]] ?? []
    let filled = days.filter { $0["level"] as? Int != 0 }.map { $0["day"] as? String }
    #expect(filled == ["2026-03-05"])
  }

  // D51
  @Test func `D51: reading at 23:00 and at 08:00 is two days`() async throws {
    let me = try Person()
    await me.types("track", "2026-03-04 23:00..23:30", "Emma")
    await me.types("track", "2026-03-05 08:00..08:30", "Emma")
    #expect(try await me.reads("streak")["current"] as? Int == 2)
  }

  // D67
  @Test func `D67: one day start applies to sessions and to now`() async throws {
    var me = try Person()
    await me.types("config", "dayStartHour", "2")
    (me.now, me.zone) = ("2026-03-06T01:00:00Z", "UTC")
    await me.types("track", "00:10-00:50", "Emma")
    let streak = try await me.reads("streak")
    #expect(streak["current"] as? Int == 1 && streak["open_today"] as? Bool == false)
    #expect(streak["current_days"] as? [String] == ["2026-03-05"])
  }

  // D68
  @Test func `D68: a rest day can be added for the missed day, also at New Year`() async throws {
    var me = try Person()
    me.now = "2027-01-02T21:00:00Z"
    await me.types("track", "2026-12-30 20:00..20:30", "Emma")
    await me.types("track", "2027-01-02 20:00..20:30", "Emma")
    await me.types("streak", "rest", "2026-12-31..2027-01-01")
    #expect(try await me.reads("streak")["current"] as? Int == 2)
    #expect(try await me.reads("streak", "--weekly")["current"] as? Int == 1)
  }

  // D69
  @Test(arguments: [("2026-12-31T12:00:00Z", 24), ("2028-12-31T12:00:00Z", 24)])
  func `D69: the last day of any year requires the whole goal`(now: String, due: Int) async throws {
    var me = try Person()
    me.now = now
    await me.types("goal", "set", "books", "24", "--yearly")
    #expect(try await me.lists("goal", "list").map { $0["due"] as? Int } == [due])
  }

  // D69
  @Test func `D69: neither ahead nor behind is on schedule`() async throws {
    var me = try Person()
    me.now = "2026-01-02T12:00:00Z"
    #expect(await me.types("goal", "set", "books", "12", "--yearly").out.contains("on schedule"))
  }

  // D70
  @Test func `D70: removed goals leave no empty row`() async throws {
    let me = try Person()
    await me.types("goal", "set", "pages", "30", "--daily")
    await me.types("goal", "remove", "pages", "--daily")
    #expect(await me.types("goal", "list").out.hasPrefix("No goals."))
    #expect(try await me.lists("goal", "list").isEmpty)
  }
}
