import Cairn
import CairnStore
import CairnTestKit
import Testing

@testable import CairnCLI
import CairnReports

@Suite struct `The demo's year` {
  @Test(arguments: ["Europe/Berlin", "Asia/Kathmandu", "America/Los_Angeles"])
  func `fills every page with past data, and is a valid log`(zone: String) async throws {
    let now = try #require(Instant(text: "2026-03-05T19:00:00Z"))
    let rules = try #require(SystemZones.rules(zone))
    try await TestEngine.device.scratchLog(at: now) { scratch in
      let clock = DemoClock(now)
      let told = LogEnvironment(
        now: { clock.now },
        random: scratch.environment.random,
        zone: scratch.environment.zone
      )
      let log = try await Log.open(try await scratch.file.open(), environment: told)
      try await DemoYear.fill(log, clock, zone: rules, now: now)
      let sessions = try await log.sessions(SessionFilter(limit: .max))
      #expect(sessions.count > 300)
      #expect(sessions.allSatisfy { $0.endedAt.map { $0 <= now } ?? false })
      #expect(sessions.count { $0.kind == Climbing.kind && ($0.climbing?.climbs ?? 0) > 2 } > 80)
      #expect(
        sessions.count { $0.kind == Listening.kind && $0.listening?.isCompleted == true } > 100
      )
      let (stories, reached) = (try await log.stories(), try await log.reachedMilestones())
      #expect(stories.count > 25 && stories.contains(where: \.isFavorite))
      #expect(stories.contains { $0.sessions > 0 && $0.completed == 0 } && reached.count > 6)
      for status in ReadingStatus.all {
        let books = try await log.books(status)
        #expect(!books.isEmpty, "\(status.name)")
      }
      #expect(try await log.goals().count >= 2)
      #expect(try await log.restDays().count == 7)
      let report = try await log.checkProjections(repair: false)
      #expect(report.isHealthy)
    }
  }
}
