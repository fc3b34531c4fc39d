import Cairn
import Foundation
import Testing

@testable import CairnCLI

/// The first weekday in all output about weeks, on Thursday, 1 January 2026.
@Suite struct `The first day of the week` {
  static let starts = [
    ("monday", "2025-12-29", "2026-01-04"), ("sunday", "2025-12-28", "2026-01-03"),
    ("saturday", "2025-12-27", "2026-01-02"),
  ]

  /// A log with ten minutes on every day from Friday, 26 December to New Year.
  private func reader(_ start: String) async throws -> Person {
    var me = try Person()
    (me.now, me.zone) = ("2026-01-01T20:00:00Z", "UTC")
    await me.types("config", "weekStart", start)
    for day in ["2025-12-26", "2025-12-27", "2025-12-28", "2025-12-29", "2025-12-31", "2026-01-01"]
    { await me.types("track", "\(day) 08:00..08:10", "Emma", "-q", "--new") }
    return me
  }

  @Test(arguments: Self.starts)
  func `applies to totals and rows`(start: String, first: String, last: String) async throws {
    let me = try await reader(start)
    let week = try await me.reads("stats", "--week")
    #expect([week["from"] as? String, week["to"] as? String] == [first, last])
    let typed = try await me.reads("stats", "--in", "this week")
    #expect(typed["active_seconds"] as? Int == week["active_seconds"] as? Int)
    let before = try await me.reads("stats", "--in", "last week")
    let days = (try #require(LocalDay(text: first)) - 7, try #require(LocalDay(text: last)) - 7)
    #expect([before["from"] as? String, before["to"] as? String] == [days.0.text, days.1.text])
    let rows = try await me.reads("stats", "--by", "week")["rows"] as? [[String: Any]] ?? []
    #expect(rows.last?["from"] as? String == first)
    #expect(rows.last?["active_seconds"] as? Int == week["active_seconds"] as? Int)
    #expect(try await me.lists("log", "--week").count == (week["sessions"] as? Int))
    let weekdays = try await me.reads("stats", "--by", "weekday")["rows"] as? [[String: Any]] ?? []
    #expect((weekdays.first?["name"] as? String)?.lowercased() == start)
  }

  @Test(arguments: Self.starts)
  func `applies to streaks, goals and charts`(
    start: String,
    first: String,
    last: String
  ) async throws {
    let me = try await reader(start)
    let streak = try await me.reads("streak", "--weekly")
    let weeks = streak["current_days"] as? [String]
    #expect(weeks?.last == first && weeks?.count == 2)
    await me.types("goal", "set", "sessions", "3", "--weekly")
    let goal = try #require(try await me.lists("goal", "list").first)
    #expect([goal["from"] as? String, goal["to"] as? String] == [first, last])
    let chart = try await me.reads("chart", "weeks")["points"] as? [[String: Any]] ?? []
    #expect(chart.last?["from"] as? String == first && chart.last?["to"] as? String == last)
    #expect(chart.last?["value"] as? Int == (goal["done"] as? Int ?? 0) * 10)
  }

  @Test(arguments: [
    ("monday", "Mon", "                              1 today"), ("sunday", "Sun", ""),
    ("saturday", "Sat", ""),
  ])
  func `is the first column or row of calendars and patterns`(
    start: String,
    name: String,
    row: String
  ) async throws {
    let me = try await reader(start)
    let month = await me.types("calendar").out.split(separator: "\n")
    #expect(month[1].hasPrefix("\(name)   "))
    let columns = ["monday": 3, "sunday": 4, "saturday": 5]
    let indent = String(repeating: " ", count: 10 * (columns[start] ?? 0))
    #expect(month[2].hasPrefix("\(indent) 1 today"))
    let year = await me.types("calendar", "2025").out.split(separator: "\n")
    #expect(year[2].hasPrefix("\(name) "))
    let pattern = await me.types("pattern").out.split(separator: "\n")
    #expect(pattern.first { $0.contains("·") }?.hasPrefix(name) == true)
  }

  @Test func `recomputes the days when changed, and changes none`() async throws {
    let me = try await reader("monday")
    let before = try await me.reads("stats")
    let weeks = try await me.reads("streak", "--weekly")["current"] as? Int
    await me.types("config", "weekStart", "saturday")
    let after = try await me.reads("stats")
    #expect(before["active_seconds"] as? Int == after["active_seconds"] as? Int)
    await me.types("undo")
    #expect(try await me.reads("streak", "--weekly")["current"] as? Int == weeks)
  }
}
