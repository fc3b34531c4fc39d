import Testing

@testable import CairnCLI

@Suite struct `A refusal` {
  @Test(arguments: [
    (["book", "page", "Emma", "50%"], "  Write --percent 50 for a share of the book.\n"),
    (
      ["book", "add", "Sula", "--page-count", "0"],
      "'cairn book add --help' shows how it is used.\n"
    ),
    (
      ["goal", "set", "pages", "5.5", "--daily"], "'cairn goal set --help' shows how it is used.\n"
    ),
    (["chart", "foo"], "'cairn chart --help' shows how it is used.\n"),
    (["year", "abc"], "'cairn year --help' shows how it is used.\n"),
    (["goal", "set", "books", "24", "--annual"], "'cairn goal set --help' lists them. Write"),
    (["chart", "months", "2025", "--in", "2024"], "Leave one of them out.\n"),
    (["book", "tag", "Emma", "a,b"], "Leave the comma out, or give each name by itself.\n"),
    (
      ["book", "add", "Sula", "--shelf", "a,b"], "Leave the comma out, or give each name by itself."
    ),
    (["tags", "rename", "a", "a,b"], "Leave the comma out, or give each name by itself.\n"),
  ])
  func `names the next step`(typed: [String], step: String) async throws {
    let me = try Person()
    await me.types("book", "add", "Emma", "--tag", "a")
    let ran = await me.types(typed)
    #expect(ran.exit != .done)
    #expect(ran.err.contains(step), "\(ran.err)")
  }

  @Test func `is not needed for a period after --in`() async throws {
    let me = try Person()
    await me.types("track", "2025-03-02 20:00..20:25", "Emma")
    let placed = await me.types("chart", "months", "2025").out
    #expect(await me.types("chart", "months", "--in", "2025").out == placed)
    #expect(await me.types("calendar", "--in", "2025").out.hasPrefix("Time in 2025"))
  }

  @Test(arguments: [[], ["--by", "month"], ["--why", "pace"]])
  func `is not needed for a year that has not come`(more: [String]) async throws {
    let ran = await (try Person()).types(["stats", "--in", "2027"] + more)
    #expect(ran.out == "Nothing is recorded in 2027, which has not come yet.\n")
  }

  @Test func `of a whole file of Kindle says how to name the books`() async throws {
    let me = try Person()
    let header = "ASIN,start_timestamp,end_timestamp,total_reading_millis\n"
    let row = "B01,2025-03-01T10:00:00Z,2025-03-01T11:00:00Z,3600000\n"
    try me.scratch.write(header + row, to: "kindle.csv")
    let ran = await me.types("import", "kindle", me.scratch.path + "/kindle.csv")
    #expect(ran.out.hasSuffix("import again with --titles FILE.\n"), "\(ran.out)")
  }
}
