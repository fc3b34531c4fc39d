import Testing

@testable import CairnCLI

@Suite struct `A data directory given on the command line` {
  @Test func `appears in each suggested command`() async throws {
    let me = try Person()
    let other = me.scratch.path + "/an other's"
    let quoted = "'\(me.scratch.path)/an other'\\''s'"
    await me.types("track", "20:00-21:15", "Dune")
    let file = me.scratch.path + "/one.ndjson"
    await me.types("export", file)
    let done = await me.types("import", file, "--data-dir", other)
    #expect(done.out.contains("`cairn --data-dir \(quoted) restore '"), "\(done.out)")
    let refused = await me.types("stop", "--data-dir", other)
    #expect(refused.err.contains("`cairn --data-dir \(quoted) start`"), "\(refused.err)")
    #expect(await me.types("stop").err.contains("`cairn start`"))
  }

  @Test func `is named in the hint to undo a replacement of its log`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:15", "Dune")
    let file = me.scratch.path + "/one.sqlite"
    await me.types("backup", file)
    await me.types("track", "19:00-19:30", "Emma")
    let restored = await me.types("restore", file)
    let way = restored.out.split(separator: "`").first { $0.hasPrefix("cairn restore ") }
    await me.types("restore", String(try #require(way).dropFirst("cairn restore ".count)))
    #expect(await me.types("log").out.contains("Emma"))
  }
}
