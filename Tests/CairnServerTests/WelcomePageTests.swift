import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `The first page` {
  private static func today(_ served: ServedLog) async throws -> String {
    try await served.client.ask(.get, "/").text
  }

  @Test func `asks until it is answered`() async throws {
    try await ServedLog.run { served in
      #expect(try await Self.today(served).contains("action=\"/welcome\""))
      let form = "activity:reading=yes&boulderScale=FONT&routeScale=YDS&key=a"
      #expect(try await served.client.submit("/welcome", form).fields["location"] == "/")
      let page = try await Self.today(served)
      #expect(!page.contains("/welcome") && page.contains("action=\"/start\""))
      #expect(!page.contains("/listening/start") && !page.contains("/climbing/start"))
      let chosen = try await served.log.settings().filter { $0.value != nil }
      #expect(
        chosen.map { "\($0.setting.name)=\($0.value ?? "")" } == [
          "boulderScale=FONT", "activities=reading",
        ]
      )
    }
  }

  @Test func `goes once anything is logged`() async throws {
    try await ServedLog.run { served in
      _ = try await served.person.add("Emma")
      #expect(try await !Self.today(served).contains("/welcome"))
    }
  }

  @Test func `has no zeros until the first session`() async throws {
    try await ServedLog.run { served in
      #expect(try await !Self.today(served).contains(">Streak<"))
      try await served.person.track(try await served.person.add("Emma"), "06:00-07:00")
      #expect(try await Self.today(served).contains(">Streak<"))
    }
  }

  @Test func `refuses an answer without an activity, or with an unknown zone`() async throws {
    let zone = DefaultZone(rules: { .utc }) { _ in
      throw CairnError("setting.invalid", "No zone.", hint: "")
    }
    try await ServedLog.run(.memory, { $0.defaultZone = zone }) { served in
      let none = try await served.client.submit("/welcome", "key=a")
      #expect(none.status == .unprocessable && none.text.contains("at least one activity"))
      let wrong = "activity:reading=yes&zone=Mars%2FOlympus&key=b"
      #expect(try await served.client.submit("/welcome", wrong).status == .unprocessable)
      #expect(try await Self.today(served).contains("action=\"/welcome\""))
    }
  }

  @Test func `sets the zone of an account`() async throws {
    try await ServedAccounts.run { served in
      _ = try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      let form = "activity:climbing=yes&zone=Asia%2FTokyo&key=a"
      #expect(try await anna.submit("/welcome", form).status == .seeOther)
      #expect(try await anna.get("/account").text.contains("value=\"Asia/Tokyo\""))
    }
  }

  @Test(arguments: [
    ("all", "all"), ("reading", "reading"), ("reading,climbing", "reading, climbing"),
    ("reading, disc_golf", "reading, disc_golf"), ("", nil), ("reading,", nil), ("Reading", nil),
    ("a b", nil),
  ])
  func `stores activities by name`(text: String, stored: String?) {
    #expect(ChosenActivities(text: text)?.text == stored)
    #expect(Setting.activities.accepts(text) == (stored != nil))
  }
}
