import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer
import CairnReports

/// A listener's day as the shipped tracker and as ours report it (spec/listening.md 4.2, T10–T16).
@Suite struct `The tracker of the released app` {
  /// A bug, the steps, the seconds the app reports for each story, and the actual ones.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let steps: [PlayerStep]
    let reported: [(String, Int64)]
    let heard: [(String, Int64)]
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "T10 another story is played",
      steps: [.play("a"), .wait(90), .play("b"), .wait(60), .stop],
      reported: [],
      heard: [("a", 90), ("b", 60)]
    ),
    Row(
      name: "T10 the next story follows, and one after it",
      steps: [.play("a"), .wait(90), .play("b"), .wait(60), .play("c"), .wait(30), .complete],
      reported: [("c", 30)],
      heard: [("a", 90), ("b", 60), ("c", 30)]
    ),
    Row(
      name: "T11 a call that no button caused",
      steps: [.play("a"), .wait(60), .interruption(600), .wait(60), .stop],
      reported: [("a", 720)],
      heard: [("a", 120)]
    ),
    Row(
      name: "T11 a pause on the button",
      steps: [.play("a"), .wait(60), .pause, .wait(600), .resume, .wait(60), .stop],
      reported: [("a", 120)],
      heard: [("a", 120)]
    ),
    Row(
      name: "T12 a story that is made first",
      steps: [.make("a", 45), .wait(60), .stop],
      reported: [("a", 105)],
      heard: [("a", 60)]
    ),
    Row(
      name: "T13 a kill while it is heard",
      steps: [.play("a"), .wait(100), .kill(3_600)],
      reported: [],
      heard: [("a", 100)]
    ),
    Row(
      name: "T13 a kill after a pause",
      steps: [.play("a"), .wait(60), .pause, .wait(5), .resume, .wait(40), .kill(600)],
      reported: [("a", 60)],
      heard: [("a", 100)]
    ),
    Row(
      name: "T13 a start on the day after",
      steps: [.play("a"), .wait(60), .pause, .kill(90_000)],
      reported: [],
      heard: [("a", 60)]
    ),
  ]

  private static let start = Instant.scratchStart + .hours(-72)

  private static func tracked(_ row: Row) -> (shipped: [ReportedPlay], own: [ReportedPlay]) {
    var (shipped, own) = (ShippedTracker(at: start), OwnTracker(at: start))
    for step in row.steps {
      shipped.handle(step)
      own.handle(step)
    }
    return (shipped.reported, own.reported)
  }

  @Test(arguments: rows)
  func `reports differently from ours, which reports what was played`(row: Row) throws {
    let (shipped, own) = Self.tracked(row)
    #expect(
      shipped.map(\.story) == row.reported.map(\.0)
        && shipped.map(\.seconds) == row.reported.map(\.1)
    )
    #expect(own.map(\.story) == row.heard.map(\.0) && own.map(\.seconds) == row.heard.map(\.1))
    for play in own { #expect(play.endedAt - play.startedAt >= .seconds(play.seconds)) }
  }

  /// Posts plays one by one and returns the statuses.
  private func post(_ plays: [ReportedPlay], _ served: ServedLog) async throws -> [HTTPStatus] {
    var statuses: [HTTPStatus] = []
    for play in plays {
      statuses.append(try await served.client.post("/api/v1/analytics/sessions", play.json).status)
    }
    return statuses
  }

  private func seconds(_ served: ServedLog) async throws -> Int64 {
    try await served.log.listeningTotals().seconds
  }

  @Test(arguments: rows, [true, false])
  func `counts once, however often its queue is sent`(row: Row, isShipped: Bool) async throws {
    try await ServedLog.run { served in
      for story in ["a", "b", "c"] { try await served.story(story) }
      let (shipped, own) = Self.tracked(row)
      let plays = isShipped ? shipped : own
      #expect(try await post(plays, served).allSatisfy { $0 == .created })
      #expect(try await post(plays.reversed() + plays, served).allSatisfy { $0 == .ok })
      #expect(try await seconds(served) == plays.reduce(0) { $0 + $1.seconds })
    }
  }

  private func play(_ story: String, _ place: Int64, daysAgo: Int64 = 1) -> ReportedPlay {
    let start = Instant.scratchStart + .hours(-24 * daysAgo) + .minutes(place)
    return ReportedPlay(
      story: story,
      startedAt: start,
      endedAt: start + .seconds(40),
      seconds: 40,
      isCompleted: true
    )
  }

  @Test func `T14 sends its queue twice in parallel, and loses later entries`() async throws {
    try await ServedLog.run { served in
      for story in ["a", "b", "c"] { try await served.story(story) }
      let now = served.scratch.clock.now
      var queue = ShippedQueue()
      for story in ["a", "b"] { queue.add(play(story, 1)) }
      let (one, other) = (queue.load(at: now), queue.load(at: now))
      queue.add(play("c", 2))
      #expect(try await post(one, served) == [.created, .created])
      queue.clear()
      #expect(try await post(other, served) == [.ok, .ok])
      queue.clear()
      #expect(queue.waiting.isEmpty)
      #expect(try await seconds(served) == 80)
    }
  }

  @Test func `T15 drops entries older than a week or beyond fifty, which a server would accept`()
    async throws
  {
    try await ServedLog.run { served in
      try await served.story("a")
      let now = served.scratch.clock.now
      var queue = ShippedQueue()
      let plays =
        [8, 400].map { play("a", 0, daysAgo: $0) } + (0..<51).map { play("a", $0, daysAgo: 2) }
      plays.forEach { queue.add($0) }
      #expect(queue.load(at: now).count == 50)
      #expect(try await post(plays, served).allSatisfy { $0 == .created })
      #expect(try await seconds(served) == 53 * 40)
    }
  }

  @Test func `T15 sends entries of another account, which are rejected each time`() async throws {
    try await ServedAccounts.run(.memory, { $0.isSignUpOpen = true }) { served in
      var fields: [[(String, String)]] = []
      for name in ["ann", "ben"] {
        let body = #"{"name":"x","email":"\#(name)@example.org","password":"correct horse"}"#
        let answer = try await served.client.post("/api/auth/sign-up/email", body)
        let token = try #require(answer.fields["set-auth-token"])
        fields.append([("authorization", "Bearer " + token)])
      }
      func send(_ path: String, _ json: String, _ who: Int) async throws -> HTTPResponse {
        try await served.client.ask(.post, path, json, type: "application/json", fields[who])
      }
      let made = try await send("/api/v1/stories", #"{"id":"mine","title":"Mine"}"#, 0)
      #expect(made.status == .created)
      let (path, reported) = ("/api/v1/analytics/sessions", play("mine", 0, daysAgo: 9).json)
      for _ in 1...3 { #expect(try await send(path, reported, 1).status == .forbidden) }
      #expect(try await send(path, reported, 0).status == .created)
      for (who, seconds) in [(0, 40), (1, 0)] {
        let data = try await served.client.ask(.get, "/api/v1/analytics", fields[who]).json()[
          "data"
        ]
        #expect(data?["totalListeningTimeSeconds"] == .integer(Int64(seconds)))
      }
    }
  }

  @Test func `T16 shows a stale total for five minutes, unlike the server`() async throws {
    try await ServedLog.run { served in
      try await served.story("a")
      func ask() async throws -> Int64 {
        guard
          case .integer(let seconds)? = try await served.analytics()["totalListeningTimeSeconds"]
        else { return -1 }
        return seconds
      }
      var (view, tracker) = (ShippedCache(), ShippedCache())
      let now = served.scratch.clock.now
      #expect(try await view.value(at: now, ask) == 0)
      #expect(try await post([play("a", 0)], served) == [.created])
      tracker.clear()  // Clears only its own cache; the view has a separate one.
      #expect(try await view.value(at: now + .seconds(299), ask) == 0)
      #expect(try await ask() == 40)
      #expect(try await tracker.value(at: now, ask) == 40)
      #expect(try await view.value(at: now + .minutes(5), ask) == 40)
    }
  }
}
