import Testing

@testable import CairnCLI

@Suite struct `A terminal of 60 columns` {
  private static func log() async throws -> Person {
    var me = try Person()
    let title = "The Left Hand of Darkness and Other Long Titles"
    for line in [
      ["book", "add", title, "--author", "Ursula K. Le Guin", "--page-count", "604"],
      ["track", "2025-02-05 19:00-20:30", title, "--pages", "4"],
      ["track", "yesterday 20:00-20:45", title, "--page", "41", "+beach", "--place", "home"],
      ["track", "19:00-19:30", title, "--percent", "12.5", "+beach", "+holiday"],
      ["book", "rate", title, "4.25"], ["book", "shelve", title, "A shelf with a long name"],
      [
        "track", "18:00-18:30", "listen", "A long story title", "--from", "1:00", "--position",
        "1:20:00",
      ],
      ["start", "climb", "--at", "16:00", "--place", "Boulder Hall of the City"],
      [
        "climb", "add", "Midnight Lightning the Long Problem", "V8", "--attempts", "3", "--send",
        "redpoint",
      ],
      ["stop", "--kind", "climbing", "--at", "17:00"], ["goal", "set", "pages", "30", "--daily"],
    ] { #expect(await me.types(line).exit == .done, "\(line)") }
    me.columns = 60
    return me
  }

  @Test func `shows every table whole`() async throws {
    let me = try await Self.log()
    for command in [
      "log", "log +beach", "search left", "stats --why time", "listen log", "stories", "logbook",
      "pyramid", "shelf", "shelf --sort rating", "author list", "shelves",
      "tags",
      "goal list", "history", "pace", "doctor", "calendar", "report",
    ]
      + [
        "day", "week", "month", "year", "weekday", "hour", "kind", "book", "author", "story",
        "format",
        "place", "tag",
      ].map({ "stats --by \($0)" })
    {
      let said = await me.types(command.split(separator: " ").map(String.init))
      for line in said.out.split(separator: "\n") where String(line).cells > 60 {
        Issue.record("\(command): \(String(line).cells) cells in \(line)")
      }
    }
  }

  @Test func `shows that no session is open in several lines`() async throws {
    var me = try Person()
    me.columns = 60
    let lines = await me.types("status").out.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.count <= 60 }, "\(lines)")
  }

  @Test func `keeps all columns in Markdown`() async throws {
    let me = try await Self.log()
    #expect(await me.types("log").out.contains("  to  ") == false)
    let markdown = await me.types("log", "--md").out
    #expect(markdown.hasPrefix("| id | day | time | active | pages | to |"))
  }
}
