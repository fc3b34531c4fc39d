import Testing

@testable import CairnCLI

@Suite struct `A kind of fields in the terminal` {
  @Test func `is started, shown, stopped and listed`() async throws {
    let me = try Person.runner()
    let started = await me.types("start", "run", "--at", "20:00", "--surface", "trail")
    #expect(started.out.hasPrefix("Started running, "), "\(started)")
    #expect(await me.types("status").out.hasPrefix("running, 2h 00m so far"))
    let again = await me.types("start", "run")
    #expect(again.exit == .refused && again.err.contains("running"), "\(again)")
    let stopped = await me.types("stop", "--at", "20:30", "--distance", "5.2", "--effort", "7")
    #expect(stopped.out.contains("5.2 km, 5:46 min/km"), "\(stopped)")
    let list = await me.types("log", "--kind", "running").out
    #expect(list.contains("running, 5.2 km, 5:46 min/km") && !list.contains("5200"), "\(list)")
  }

  @Test func `is tracked, edited, split, merged and continued`() async throws {
    let me = try Person.runner()
    let tracked = await me.types("track", "18:00-18:45", "run", "--distance", "10")
    #expect(tracked.out.contains("10 km, 4:30 min/km"), "\(tracked)")
    let edited = await me.types("edit", "last", "--distance", "9")
    #expect(edited.out.contains("9 km, 5:00 min/km"), "\(edited)")
    let split = await me.types("split", "last", "--at", "18:15")
    #expect(split.out.contains("3 km, ") && split.out.contains("6 km, "), "\(split)")
    let merged = await me.types("merge", "@2", "@1")
    #expect(merged.out.contains("9 km, 5:00 min/km"), "\(merged)")
    #expect(await !me.types("edit", "last", "--distance", "none").out.contains("km"))
    #expect(await me.types("continue").out.hasPrefix("Started running, "))
    #expect(await me.types("cancel").out.hasPrefix("Discarded the running session"))
  }

  @Test func `is stopped by its own options if several sessions are open`() async throws {
    let me = try Person.runner()
    await me.types("start", "read", "Dune", "--new", "--at", "20:00")
    await me.types("start", "run", "--at", "20:30")
    #expect(await me.types("stop", "--page", "3", "--distance", "3").exit == .usage)
    #expect(await me.types("stop", "--distance", "3").out.contains("3 km"))
    let other = await me.types("stop", "--distance", "3")
    #expect(other.err.contains("--distance applies to running"), "\(other)")
    #expect(await me.types("status").out.hasPrefix("reading “Dune”"))
  }

  @Test(arguments: [
    ("--distance", "5.2345"), ("--distance", "-1"), ("--distance", "far"),
    ("--distance", "1001"), ("--effort", "11"), ("--effort", "7.5"), ("--surface", "sand"),
  ])
  func `refuses what its fields do not take`(option: String, value: String) async throws {
    let me = try Person.runner()
    let run = await me.types("track", "18:00-18:45", "run", "\(option)=\(value)")
    #expect(run.exit == .usage && run.err.contains(option), "\(run)")
    #expect(await me.types("log").exit == .refused)
  }

  @Test func `has help, completion and a total`() async throws {
    let me = try Person.runner()
    #expect(await me.types("start", "--help").out.contains("Start running."))
    let help = await me.types("stop", "--help").out
    #expect(help.contains("--distance") && help.contains("a number from 0 to 1000 (km)"), "\(help)")
    #expect(await me.types("completion", "fish").out.contains("running"))
    await me.types("track", "18:00-18:45", "run", "--distance", "10")
    await me.types("track", "19:00-19:30", "run", "--distance", "5.25")
    await me.types("track", "20:00-20:15", "Dune", "--new", "--pages", "12")
    let totals = await me.types("stats", "--by", "kind").out
    #expect(totals.contains("Running") && totals.contains("15.25 km"), "\(totals)")
    #expect(await me.types("stats").out.contains("12"))
  }

  @Test func `is unknown without its line in the list`() async throws {
    #expect(await (try Person()).types("start", "run").exit == .refused)
  }
}
