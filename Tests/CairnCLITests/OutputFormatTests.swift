import Cairn
import CairnExchange
import Testing

@testable import CairnCLI

@Suite struct `A reading command` {
  /// The command lines that only read, on a log in which each of them finds something.
  static let lines = [
    "status", "log", "search dune", "stats", "stats --by month", "stats --by book",
    "stats --why pace", "report", "streak", "streak minimum", "streak rest", "pace", "pattern",
    "forecast",
    "year", "timeline", "today", "goal", "goal list", "goal show pages --daily", "goal share",
    "calendar", "chart days", "milestones", "nudges", "diversity", "diversity --by-year",
    "listening", "listen log", "stories", "story show Emma", "climb list",
    "climb show Traverse", "logbook", "pyramid", "climbing", "climbing volume", "shelf",
    "book show Dune", "book readings Dune", "author list", "author show Herbert",
    "edition list Dune", "shelves", "tags", "annotations", "curator", "ask", "history", "config",
    "doctor",
  ]

  /// The commands that change something, and print what they changed.
  static let changing = [
    "start", "pause", "resume", "stop", "cancel", "track", "add", "continue", "edit", "lengthen",
    "shorten", "split", "merge", "move", "tag", "untag", "annotate", "delete", "goal set",
    "goal remove", "story add", "story edit", "story favourite", "story merge", "story delete",
    "story restore", "climb add", "climb edit", "climb move", "climb delete", "climb restore",
    "attempt", "book add", "book edit", "book status", "book rate", "book dates", "book reread",
    "book reading", "book page", "book pages", "book shelve", "book unshelve", "book tag",
    "book untag", "book merge", "book delete", "book restore", "author set", "edition add",
    "edition use", "edition delete", "shelves rename", "shelves delete", "tags rename",
    "tags delete", "annotations delete", "import", "undo", "redo", "backup",
  ]

  /// The commands about a server, tested where there is one.
  static let ofServers = ["account", "connection", "admin", "sync", "webhook"]

  @Test func `is in this list`() {
    let known = Self.lines.map { $0.split(separator: " ").map(String.init) }
    let all = Program.cairn.commands.filter { !Self.ofServers.contains($0.name) }
    let paths =
      all.filter(\.printsJSON).map { [$0.name] }
      + all.flatMap { parent in
        parent.subcommands.filter(\.printsJSON).map { [parent.name, $0.name] }
      }
    for path in paths where path.first != "start" {
      let isKnown = Self.changing.contains(path.joined(separator: " "))
      #expect(isKnown || known.contains { $0.starts(with: path) }, "\(path)")
    }
  }

  @Test func `prints JSON, CSV and Markdown`() async throws {
    let me = try await Self.person()
    for line in Self.lines {
      let words = line.split(separator: " ").map(String.init)
      let json = await me.types(words + ["--json"])
      #expect((try? JSON(parsing: Array(json.out.utf8))) != nil, "\(line): \(json.out)\(json.err)")
      let csv = await me.types(words + ["--csv"])
      #expect(csv.exit == json.exit, "\(line): \(csv.err)")
      #expect(try Self.isTable(csv.out, hasRows: json.exit == .done), "\(line): \(csv.out)")
      let header = csv.out.split(separator: "\r\n").first.map(String.init)
      let isListOfIDs = line.contains("--why")
      #expect(isListOfIDs || header.map(Self.lists.contains) != true, "\(line): \(csv.out)")
      let markdown = await me.types(words + ["--md"])
      #expect(Self.isMarkdown(markdown.out), "\(line): \(markdown.out)\(markdown.err)")
      #expect(!markdown.out.isEmpty && markdown.exit == json.exit, "\(line): \(markdown.err)")
    }
  }

  /// The names of all lists that `--list` may choose.
  private static let lists = Set(
    Program.cairn.commands.flatMap(\.options).flatMap { option -> [String] in
      guard option.name == "list", case .values(let names) = option.completion else { return [] }
      return names
    }
  )

  private static func isTable(_ text: String, hasRows: Bool) throws -> Bool {
    var reader = try CSVReader(Array(text.utf8))
    var rows = 0
    while try reader.next() != nil { rows += 1 }
    return reader.issues.isEmpty && (rows > 0 || !hasRows)
  }

  private static func isMarkdown(_ text: String) -> Bool {
    text.split(separator: "\n").allSatisfy { line in
      ["    ", "| ", "|-", "## "].contains { line.hasPrefix($0) }
    }
  }

  /// Returns a person with a book, a story and a climb, last year too.
  private static func person() async throws -> Person {
    let me = try Person()
    let lines = [
      "track|2025-03-05 20:00..21:00|read|Dune|--pages|30|--author|Herbert",
      "track|2025-03-05 21:30..22:00|listen|Emma",
      "track|18:00-19:00|read|Dune|--pages|40|--tag|beach|--place|home",
      "track|mon 18:00-19:00|read|Dune|--pages|40", "track|sun 18:00-19:00|read|Dune|--pages|40",
      "book|pages|Dune|600", "book|tag|Dune|classic", "book|shelve|Dune|Favourites",
      "edition|add|Dune|--page-count|500", "goal|set|pages|20|--daily", "streak|rest|yesterday",
      "streak|minimum|10 minutes", "goal|share|gender|female|30|--yearly",
      "start|climb", "climb|add|Traverse|V4|--sent",
    ]
    for line in lines {
      let ran = await me.types(line.split(separator: "|").map(String.init))
      #expect(ran.exit == .done, "\(line): \(ran.err)")
    }
    return me
  }
}

@Suite struct `A table for other programs` {
  @Test func `has the values of the JSON, and no commas between thousands`() async throws {
    let lines = try await Self.reader().types("log", "--csv").out.split(separator: "\r\n")
    #expect(lines[0].hasPrefix("id,short,kind,state,title,started_at,ended_at,zone,"))
    #expect(lines[0].contains(",start_position.unit,"), "\(lines[0])")
    #expect(lines[1].contains(",reading,ended,\"Emma, part | 1\",2026-03-05T19:00:00"), "\(lines)")
    #expect(lines[1].contains(",3600,1200,"), "\(lines)")
  }

  @Test func `has its columns also without rows`() async throws {
    let said = try Person()
    let log = await said.types("log", "--csv")
    #expect(log.exit == .refused && log.out.hasPrefix("id,short,kind,"))
  }

  @Test func `is the list that --list names`() async throws {
    let me = try await Self.reader()
    #expect(await me.types("year", "--csv").out.hasPrefix("from,to,active_seconds,"))
    #expect(await me.types("year", "--csv", "--list", "most_time").out.contains("Emma, part | 1"))
    #expect(await me.types("search", "emma", "--csv", "--list", "sessions").out.hasPrefix("id,"))
    #expect(await me.types("year", "--csv", "--list", "day").exit == .usage)
    #expect(await me.types("year", "--list", "months").exit == .usage)
  }

  @Test func `repeats what is around the list of each row`() async throws {
    let me = try await Self.reader()
    await me.types("track", "2025-03-05 20:00..21:00", "read", "Emma, part | 1")
    let lines = await me.types("today", "--csv").out.split(separator: "\r\n")
    #expect(lines[0].hasPrefix("year,sessions.id,sessions.short,"), "\(lines)")
    #expect(lines[1].hasPrefix("2025,"), "\(lines)")
  }

  @Test func `has the values of an object without the list of another output`() async throws {
    let me = try await Self.reader()
    let totals = await me.types("stats", "--csv").out
    #expect(totals.hasPrefix("period,active_seconds,"), "\(totals)")
    #expect(await me.types("stats", "--csv", "--why", "pace").out.hasPrefix("sessions\r\n"))
  }

  @Test(arguments: ["--csv", "--json", "--md"])
  func `of a report has as many rows of each table as --limit allows`(format: String)
    async throws
  {
    let me = try await Self.reader()
    for (title, time) in [("Dune", "18:00-18:30"), ("Ulysses", "17:00-17:20")] {
      await me.types("track", time, title, "--new")
    }
    let all = await me.types("report", format).out
    #expect(all.contains("Dune") && all.contains("Ulysses"), "\(all)")
    let one = await me.types("report", format, "--limit", "1").out
    #expect(one.contains("Emma") && !one.contains("Dune") && !one.contains("Ulysses"), "\(one)")
  }

  @Test func `of a report has the time of a session over midnight`() async throws {
    let me = try Person()
    await me.types("track", "2026-03-03 23:30..2026-03-04 00:30", "Emma")
    let report = await me.types("report", "--day", "2026-03-04")
    #expect(report.exit == .done && report.out.contains("30m"), "\(report.out)")
    #expect(await me.types("report", "--day", "2026-03-02").exit == .refused)
  }

  @Test func `joins the words of a list in a cell`() async throws {
    let me = try await Self.reader()
    await me.types("tag", "last", "beach", "sun")
    #expect(await me.types("log", "--csv").out.contains(",beach; sun,"))
  }

  @Test func `is Markdown with its numbers to the right`() async throws {
    let lines = try await Self.reader().types("log", "--md").out.split(separator: "\n")
    #expect(lines[0] == "| id | day | time | active | pages | what |")
    #expect(lines[1] == "|---|---|---|---:|---:|---|")
    #expect(lines[2].hasSuffix(" | 1h 00m | 1200 | Emma, part \\| 1 |"))
  }

  @Test func `is the table of a chart in Markdown, below its title`() async throws {
    let said = try await Self.reader().types("chart", "days", "--md").out
    #expect(said.hasPrefix("## "), "\(said)")
    #expect(said.contains("\n| Thu 5 Mar"), "\(said)")
  }

  @Test(arguments: ["log --csv --md", "log --json --csv", "export csv --md"])
  func `is refused where it cannot be`(line: String) async throws {
    #expect(await (try Person()).types(line.split(separator: " ").map(String.init)).exit == .usage)
  }

  private static func reader() async throws -> Person {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma, part | 1", "--pages", "1200", "--allow-fast")
    return me
  }
}
