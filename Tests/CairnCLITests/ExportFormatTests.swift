import CairnExchange
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `Exporting for other programs` {
  private func reader() async throws -> Person {
    let me = try Person()
    await me.types("book", "add", "=Dune", "--author", "Frank Herbert")
    await me.types("track", "20:00-21:15", "=Dune", "--page", "40", "--note", "=cmd, \"x\"\nnext")
    return me
  }

  private func text(_ me: Person, _ name: String) throws -> String {
    let file = me.scratch.url.appendingPathComponent(name)
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  @Test func `writes one table per kind, with formulas escaped`() async throws {
    let me = try await reader()
    let folder = me.scratch.path + "/tables"
    let ran = await me.types("export", "csv", folder)
    #expect(ran.err == "")
    #expect(
      ran.out
        == "Exported rows: 1 in books.csv, 0 in editions.csv, 1 in readings.csv, 0 in annotations.csv, "
        + "1 in sessions.csv, 0 in pauses.csv, 1 in days.csv, 0 in listening.csv, 0 in climbs.csv, "
        + "0 in attempts.csv, 0 in stories.csv, 0 in plays.csv, 0 in milestones.csv, 0 in goals.csv, 0 in streak_minimums.csv, 0 in rest_days.csv.\n"
    )
    #expect(try text(me, "tables/books.csv").contains(",'=Dune,Frank Herbert,"))
    #expect(try text(me, "tables/sessions.csv").contains(",\"'=cmd, \"\"x\"\"\nnext\","))
    #expect(
      try text(me, "tables/days.csv")
        == "day,kind,time_ms,sessions,amount\r\n2026-03-05,reading,4500000,1,40\r\n"
    )
  }

  @Test func `writes tags, moods and annotations`() async throws {
    let me = try await reader()
    await me.types("book", "tag", "=Dune", "sand", "spice")
    await me.types("edit", "last", "--mood-before", "2", "--mood-after", "4", "--place", "train")
    let clippings = "=Dune (Herbert, Frank)\n- Your Note on page 5 | 2026-01-05 10:00:00\n\n=note\n"
    try me.scratch.write(clippings, to: "My Clippings.txt")
    #expect(await me.types("import", me.scratch.path + "/My Clippings.txt").exit == .done)
    await me.types("export", "csv", me.scratch.path + "/tables")
    #expect(try text(me, "tables/books.csv").contains(",\"sand, spice\","))
    #expect(try text(me, "tables/sessions.csv").contains(",2,4,train,"))
    let marked = ",'=Dune,note,'=note,5,,2026-01-05T10:00:00,"
    #expect(try text(me, "tables/annotations.csv").contains(marked))
  }

  @Test func `writes a table for everything a log can contain`() async throws {
    var me = try Person()
    await me.types("book", "add", "Dune", "--page-count", "600", "--language", "English")
    let steps = [
      ("19:00", ["start", "read", "Dune"]), ("19:30", ["pause", "--reason", "phone"]),
      ("19:40", ["resume"]), ("20:15", ["stop", "--page", "40"]),
    ]
    for (time, words) in steps {
      me.now = "2026-03-05T\(time):00Z"
      await me.types(words)
    }
    await me.types("goal", "set", "pages", "20", "--daily")
    await me.types("streak", "rest", "2026-03-01")
    await me.types("export", "csv", me.scratch.path + "/tables")
    let readings = try text(me, "tables/readings.csv").split(whereSeparator: \.isNewline)
    let reading = try #require(readings.last).prefix(36)
    #expect(try text(me, "tables/sessions.csv").contains(",\(reading),Dune,"))
    #expect(try text(me, "tables/editions.csv").hasSuffix(",Dune,yes,,,,,600,,English\r\n"))
    #expect(
      try text(me, "tables/pauses.csv")
        .hasSuffix(",2026-03-05T19:30:00Z,2026-03-05T19:40:00Z,600000,phone\r\n")
    )
    #expect(
      try text(me, "tables/goals.csv")
        == "measure,cadence,since,target\r\npages,daily,2026-03-05,20\r\n"
    )
    #expect(try text(me, "tables/rest_days.csv") == "day\r\n2026-03-01\r\n")
  }

  @Test(arguments: [[], ["goodreads"], ["ical"]])
  func `accepts - for standard output`(format: [String]) async throws {
    let me = try await reader()
    let ran = await me.types(["export"] + format + ["-"])
    #expect(ran.exit == .done && ran.err == "")
    #expect(ran.out == (await me.types(["export"] + format)).out)
    #expect(!FileManager.default.fileExists(atPath: "-"))
  }

  @Test func `refuses a folder that contains one of the tables`() async throws {
    let me = try await reader()
    let folder = me.scratch.path + "/tables"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try me.scratch.write("mine", to: "tables/days.csv")
    let ran = await me.types("export", "csv", folder)
    #expect(ran.exit != .done)
    #expect(try text(me, "tables/days.csv") == "mine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["days.csv"])
  }

  @Test func `writes books that can be imported as a list`() async throws {
    let (me, other) = (try await reader(), try Person())
    await me.types("export", "csv", me.scratch.path + "/tables")
    let ran = await other.types("import", me.scratch.path + "/tables/books.csv")
    #expect(ran.out.contains("Imported 1 book from a CSV file: 1 added"))
    #expect(await other.types("shelf").out.contains("=Dune"))
  }

  @Test func `writes a calendar with times only`() async throws {
    let me = try await reader()
    let calendar = await me.types("export", "ical").out
    #expect(calendar.contains("\r\nSUMMARY:Reading\r\nDESCRIPTION:75 min\\, 40 pages\r\n"))
    #expect(calendar.contains("\r\nDTSTART:20260305T190000Z\r\nDTEND:20260305T201500Z\r\n"))
    #expect(!calendar.contains("Dune") && !calendar.contains("cmd"))
    #expect(await me.types("export", "ical").out == calendar)
    #expect(await me.types("export", "ical", "--titles").out.contains("SUMMARY:Reading: =Dune"))
  }

  @Test func `writes facts of authors and books to one table only`() async throws {
    let me = try await reader()
    await me.types("author", "set", "Frank Herbert", "--nationality", "Zembla")
    await me.types("book", "edit", "=Dune", "--own-voices", "no")
    let ran = await me.types("export", "facts", me.scratch.path + "/facts.csv")
    #expect(ran.out == "Exported 2 facts.\n")
    let table = try text(me, "facts.csv")
    #expect(table.contains(",Frank Herbert,nationality,Zembla,Zembla,me\r\n"))
    #expect(table.contains(",'=Dune,ownVoices,no,No,me\r\n"))
    await me.types("export", "csv", me.scratch.path + "/tables")
    let folder = me.scratch.path + "/tables"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      #expect(!(try text(me, "tables/" + name)).contains("Zembla"), "\(name)")
    }
    #expect(await me.types("export", "goodreads").out.contains("Zembla") == false)
  }

  @Test func `omits a running session from the calendar`() async throws {
    let me = try Person()
    await me.types("start", "read", "Emma")
    #expect(await me.types("export", "ical").out.contains("VEVENT") == false)
  }

  @Test func `writes books in the Goodreads format`() async throws {
    let me = try await reader()
    let file = me.scratch.path + "/books.csv"
    #expect(await me.types("export", "goodreads", file).out == "Exported 1 book.\n")
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    #expect(try FileFormat(sniffing: bytes) == .goodreads)
    #expect(await me.types("export", "goodreads", file).exit != .done)
  }

  @Test(arguments: [["csv"], ["csv", "-"], ["ical", "a", "b"], ["a", "b"]])
  func `refuses arguments without a file`(words: [String]) async throws {
    let ran = await (try Person()).types(["export"] + words)
    #expect(ran.exit == .usage)
    #expect(ran.err.contains("one of csv, goodreads, ical"))
  }
}
