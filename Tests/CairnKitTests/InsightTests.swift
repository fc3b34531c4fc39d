import CairnKit
import Foundation
import Testing

@Suite struct `The numbers in an app` {
  @Test func `count a session over midnight for both days`() async throws {
    try await Scene.run { scene in
      let book = try await scene.cairn.reading.addBook("Emma")
      let late = scene.now.addingTimeInterval(-20 * 3_600)  // 23:00 in Berlin
      try await scene.cairn.reading.track(
        book,
        during: DateInterval(start: late, duration: 7_200),
        toPage: 60
      )
      let today = try await scene.cairn.insights.today()
      #expect(today.totals.time == .seconds(3_600) && today.open.isEmpty)
      #expect(today.streak.current == 2 && today.streak.longest == 2)
      let all = try await scene.cairn.insights.totals()
      #expect(all.time == .seconds(7_200) && all.sessions == 1 && all.activeDays == 2)
      #expect(all.pages == 60 && all.pagesPerHour == 30)
    }
  }

  @Test func `of an interval do not contain the day at whose start it ends`() async throws {
    try await Scene.run { scene in
      let book = try await scene.cairn.reading.addBook("Emma")
      let midnight = scene.now.addingTimeInterval(-19 * 3_600)
      let late = DateInterval(start: midnight.addingTimeInterval(-3_600), duration: 7_200)
      try await scene.cairn.reading.track(book, during: late)
      let insights = scene.cairn.insights
      let before = DateInterval(start: midnight.addingTimeInterval(-86_400), end: midnight)
      let after = DateInterval(start: midnight, duration: 86_400)
      #expect(try await insights.totals(in: before).time == .seconds(3_600))
      #expect(try await insights.totals(in: after).time == .seconds(3_600))
    }
  }

  @Test func `are those of an activity and of an interval`() async throws {
    try await Scene.run { scene in
      let book = try await scene.cairn.reading.addBook("Emma")
      let hour = DateInterval(start: scene.now.addingTimeInterval(-7_200), duration: 3_600)
      try await scene.cairn.reading.track(book, during: hour)
      let insights = scene.cairn.insights
      #expect(try await insights.totals(of: .climbing).sessions == 0)
      #expect(try await insights.totals(of: .reading, in: hour).sessions == 1)
      let before = DateInterval(start: hour.start.addingTimeInterval(-864_000), duration: 86_400)
      #expect(try await insights.totals(in: before).sessions == 0)
    }
  }
}
