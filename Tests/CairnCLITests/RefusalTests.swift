import Testing

@testable import CairnCLI

@Suite struct `A refused command` {
  @Test(arguments: [
    (["book", "page", "Emma", "50%"], "  Write --percent 50 for a percentage of the book.\n"),
    (
      ["book", "add", "Sula", "--page-count", "0"],
      "Give a number in this range.\n"
    ),
    (
      ["goal", "set", "pages", "5.5", "--daily"], "See `cairn goal set --help`.\n"
    ),
    (["chart", "foo"], "See `cairn chart --help`.\n"),
    (["year", "abc"], "See `cairn year --help`.\n"),
    (["goal", "set", "books", "24", "--annual"], "`cairn goal set --help` lists them. Write"),
    (["chart", "months", "2025", "--in", "2024"], "Remove one of them.\n"),
    (["book", "tag", "Emma", "a,b"], "Remove the comma, or give each name separately.\n"),
    (
      ["book", "add", "Sula", "--shelf", "a,b"], "Remove the comma, or give each name separately."
    ),
    (["tags", "rename", "a", "a,b"], "Remove the comma, or give each name separately.\n"),
  ])
  func `names the next step`(typed: [String], step: String) async throws {
    let me = try Person()
    await me.types("book", "add", "Emma", "--tag", "a")
    let ran = await me.types(typed)
    #expect(ran.exit != .done)
    #expect(ran.err.contains(step), "\(ran.err)")
  }

  @Test func `does not occur for a period after --in`() async throws {
    let me = try Person()
    await me.types("track", "2025-03-02 20:00..20:25", "Emma")
    let placed = await me.types("chart", "months", "2025").out
    #expect(await me.types("chart", "months", "--in", "2025").out == placed)
    #expect(await me.types("calendar", "--in", "2025").out.hasPrefix("Daily time, 2025"))
  }

  @Test(arguments: [[], ["--by", "month"], ["--why", "pace"]])
  func `does not occur for a future year`(more: [String]) async throws {
    let ran = await (try Person()).types(["stats", "--in", "2027"] + more)
    #expect(ran.out == "2027 is in the future.\n")
  }

  @Test func `of a Kindle file explains how to name the books`() async throws {
    let me = try Person()
    let header = "ASIN,start_timestamp,end_timestamp,total_reading_millis\n"
    let row = "B01,2025-03-01T10:00:00Z,2025-03-01T11:00:00Z,3600000\n"
    try me.scratch.write(header + row, to: "kindle.csv")
    let ran = await me.types("import", "kindle", me.scratch.path + "/kindle.csv")
    #expect(ran.out.hasSuffix("import again with --titles FILE.\n"), "\(ran.out)")
  }
}
