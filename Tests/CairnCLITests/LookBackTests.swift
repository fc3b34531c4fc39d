import Testing

@testable import CairnCLI

@Suite struct `A look back at sessions` {
  /// Records reading, listening and climbing on three days of two weeks.
  private static func weeks() async throws -> Person {
    let me = try Person()
    await me.types("book", "add", "Dune", "--author", "Frank Herbert", "--page-count", "604")
    await me.types("book", "add", "Omens", "--author", "Terry Pratchett", "--author", "Neil Gaiman")
    for line in [
      ["2026-02-27 20:00-20:30", "Dune", "--pages", "20"],
      ["2026-03-04 08:00-09:00", "listen", "Emma", "+train"],
      ["2026-03-04 20:00-20:30", "Dune", "--pages", "10", "+beach", "--mood-before", "3"],
      ["2026-03-05 19:00-21:00", "climb", "+beach", "--place", "Hall"],
      ["2026-03-05 21:00-21:15", "Omens", "--pages", "5"],
    ] { await me.types(["track"] + line) }
    return me
  }

  private func totals(_ me: Person, _ words: String...) async -> [String] {
    await me.types(words).out.split(separator: "\n").map(String.init).filter {
      $0.contains("total")
    }.map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test func `shows the totals of days and weeks`() async throws {
    let me = try await Self.weeks()
    #expect(
      await totals(me, "log") == [
        "Thu 5 Mar total 2h 15m 2 sessions", "Wed 4 Mar total 1h 30m 2 sessions",
        "week total 3h 45m 4 sessions from Mon 2 Mar",
      ]
    )
    #expect(
      await totals(me, "log", "--limit", "2") == [],
      "the rest of the day may not be listed"
    )
    #expect(await totals(me, "log", "--in", "2026-03-04").count == 1, "a day has no week")
    #expect(await totals(me, "log", "+beach") == ["week total 2h 30m 2 sessions from Mon 2 Mar"])
    #expect(await totals(me, "log", "--book", "Dune").isEmpty)
    #expect(await totals(me, "log", "--md").isEmpty)
  }

  @Test(arguments: [
    (["--kind", "listening"], ["1h 00m on 1 day"], ["pages"]),
    (["--kind", "reading"], ["1h 15m on 3 days", "pages      35"], []),
    (["--kind", "climbing"], ["2h 00m on 1 day", "Hall 2h 00m"], ["pace"]),
    (["+beach"], ["2h 30m on 2 days", "sessions   2", "pages      10", "Hall 2h 00m"], ["mood"]),
    (["+beach", "--kind", "reading"], ["30m on 1 day", "20 pages an hour"], ["Hall"]),
  ])
  func `has the statistics of a kind or a tag`(
    words: [String],
    shown: [String],
    hidden: [String]
  ) async throws {
    let said = try await Self.weeks().types(["stats"] + words).out
    for text in shown { #expect(said.contains(text), "\(text) in \(said)") }
    for text in hidden { #expect(!said.contains(text), "\(text) in \(said)") }
  }

  @Test(arguments: [
    ("author", ["Frank Herbert", "Terry Pratchett", "Neil Gaiman"], ["1h 00m", "15m"]),
    ("hour", ["08:00", "19:00", "20:00", "21:00"], ["2h 00m", "1h 00m"]),
    ("tag", ["beach", "train"], ["2h 30m", "1h 00m"]),
  ])
  func `adds up sessions`(by: String, names: [String], times: [String]) async throws {
    let me = try await Self.weeks()
    for period in [[], ["--in", "2026"]] {
      let said = await me.types(["stats", "--by", by] + period).out
      for text in names + times { #expect(said.contains(text), "\(text) in \(said)") }
    }
  }

  @Test(arguments: [
    (["--day", "2026-03-04"], "1h 30m on 1 day"), (["--from", "2026-03-04"], "3h 45m on 2 days"),
    (["--to", "2026-03-04"], "2h 00m on 2 days"), (["--to", "feb"], "30m on 1 day"),
    (["--from", "2026-02-27", "--to", "2026-03-04"], "2h 00m on 2 days"),
    (["--from", "monday"], "3h 45m"),
  ])
  func `is of the days between two ends, which one may lack`(words: [String], time: String)
    async throws
  {
    let me = try await Self.weeks()
    let said = await me.types(["stats"] + words)
    #expect(said.out.contains(time), "\(said.out)\(said.err)")
    #expect(await me.types(["log"] + words).exit == .done)
  }

  @Test func `draws a bar for each day, in a line for each kind`() async throws {
    let me = try await Self.weeks()
    let lines = await me.types("stats", "--in", "2026-03-02..2026-03-05").out.split(separator: "\n")
    #expect(
      lines.suffix(3).map { $0.split(separator: " ").joined(separator: " ") } == [
        "reading ··▂▁ a bar a day", "listening ··▄· a bar a day", "climbing ···█ a bar a day",
      ]
    )
    await me.types("track", "2025-12-01 20:00-20:30", "Dune")
    #expect(await me.types("stats").out.contains("a bar a week"))
    #expect(await me.types("stats", "--today").out.contains("a bar") == false)
  }

  @Test func `agrees on the hours of a period and of all time`() async throws {
    let me = try await Self.weeks()
    await me.types("track", "2026-01-01 23:30-00:45", "Dune")
    let all = await me.types("stats", "--by", "hour").out
    #expect(await me.types("stats", "--by", "hour", "--in", "2026").out == all)
    #expect(all.contains("00:00     45m         0"), "\(all)")
  }

  @Test(arguments: [
    (["+beach", "--by", "book"], ["Dune  30m"], ["Omens"]),
    (["+beach", "--by", "author"], ["Frank Herbert  30m"], ["Pratchett"]),
    (["+beach", "--by", "hour"], ["19:00  1h 00m", "20:00  1h 30m"], ["21:00", "08:00"]),
    (["+beach", "--by", "kind"], ["Climbing  2h 00m", "Reading  30m"], ["Listening"]),
    (["+beach", "--kind", "reading", "--by", "weekday"], ["Wednesday  30m"], ["2h 00m"]),
    (["+train", "--by", "story"], ["Emma  1h 00m"], ["Dune"]),
    (["--book", "Dune", "--by", "day", "--in", "2026-03"], ["Wed 4 Mar  30m"], ["15m"]),
    (["--book", "Dune", "--by", "tag"], ["beach  30m"], ["train"]),
    (["--book", "Dune", "--by", "format"], ["unknown  1h 00m"], ["15m"]),
    (["--place", "hall", "--by", "tag"], ["beach  2h 00m"], ["30m"]),
    (["--story", "Emma"], ["time 1h 00m on 1 day"], ["pages"]),
    (["--book", "Dune", "+beach"], ["time 30m on 1 day", "pages 10"], []),
  ])
  func `combines what it is by with which sessions`(
    words: [String],
    shown: [String],
    hidden: [String]
  ) async throws {
    let said = try await Self.weeks().types(["stats"] + words)
    let lines = said.out.replacing(#/ +/#, with: " ")
    for text in shown {
      #expect(lines.contains(text.replacing("  ", with: " ")), "\(text) in \(said.out)\(said.err)")
    }
    for text in hidden { #expect(!said.out.contains(text), "\(text) in \(said.out)") }
  }

  @Test func `explains where a total and the listed sessions differ`() async throws {
    let me = try Person()
    for time in ["2026-03-03 21:00-22:00", "2026-03-03 23:30-00:45", "2026-03-04 20:00-20:30"] {
      await me.types("track", time, "Dune")
    }
    await me.types("track", "2026-03-04 20:30-21:00", "Dune")
    #expect(
      await totals(me, "log") == [
        "Wed 4 Mar total 1h 45m 2 sessions; 45m is from the day before",
        "Tue 3 Mar total 1h 30m 2 sessions; 45m counts for the next day",
        "week total 3h 15m 4 sessions from Mon 2 Mar",
      ]
    )
    await me.types("track", "18:00-18:30", "Dune")
    await me.types("track", "18:30-19:00", "Dune")
    await me.types("start", "read", "Dune", "--at", "21:30")
    #expect(
      await totals(me, "log", "--today") == [
        "Thu 5 Mar total 1h 00m 2 sessions; the open session counts once it ends"
      ]
    )
  }

  @Test(arguments: [
    (["stats", "--kind", "swimming"], "swimming"),
    (["log", "--from", "monday", "--week"], "--from"),
    (["log", "--from", "2026-03-05", "--to", "2026-03-01"], "“2026-03-05” to “2026-03-01” ends"),
  ])
  func `is refused with the reason`(line: [String], reason: String) async throws {
    let said = try await Self.weeks().types(line)
    #expect(said.exit == .usage && said.err.contains(reason), "\(said.err)")
  }

  @Test func `shows and sorts ratings`() async throws {
    let me = try await Self.weeks()
    #expect(await me.types("shelf").out.contains("rating") == false)
    await me.types("book", "rate", "Omens", "3.5")
    await me.types("book", "rate", "Dune", "4.75")
    await me.types("book", "add", "Ulysses")
    let lines = await me.types("shelf", "--sort", "rating").out.split(separator: "\n")
    #expect(lines.count == 4 && lines[1].contains("4.75") && lines[2].contains("3.5"))
  }
}
