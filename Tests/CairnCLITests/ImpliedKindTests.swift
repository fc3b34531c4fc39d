import Testing

@testable import CairnCLI

/// The local time is 22:00.
@Suite struct `A command without a kind` {
  @Test func `removes one named partner only`() async throws {
    let me = try Person()
    await me.types("start", "climb", "--at", "18:00", "--with", "Ana", "--with", "Bo")
    #expect(await me.types("edit", "last", "--without", "ana").exit == .done)
    let told = await me.types("climb", "list").out
    #expect(told.contains("Bo") && !told.contains("Ana"), "\(told)")
    let nobody = await me.types("edit", "last", "--without", "Ana")
    #expect(nobody.exit == .refused && nobody.err.contains("“Ana” is not a partner"))
    #expect(nobody.err.contains("Choose from Bo."))
    await me.types("edit", "last", "--with", "Cleo", "--with", "Dan", "--without", "Dan")
    let others = await me.types("climb", "list").out
    #expect(others.contains("Cleo") && !others.contains("Dan"), "\(others)")
  }

  @Test(arguments: [("--rpe", "7", "climbing"), ("--page", "12", "reading")])
  func `ends the session of the kind that its options imply`(
    option: String,
    value: String,
    kind: String
  ) async throws {
    let me = try Person()
    await me.types("start", "climb", "--at", "20:00")
    await me.types("start", "read", "Dune", "--new", "--at", "20:30")
    let ambiguous = await me.types("stop")
    #expect(ambiguous.exit == .usage && ambiguous.err.contains("--kind"))
    let both = await me.types("stop", "--rpe", "7", "--page", "12")
    #expect(both.exit == .usage)
    let stopped = await me.types("stop", option, value)
    #expect(stopped.exit == .done, "\(stopped.err)")
    #expect(await me.types("log", "--json", "--kind", kind).out.contains(#""state":"ended""#))
  }

  @Test func `covers every table in the help of export`() async throws {
    let help = await (try Person()).types("export", "--help").out
    for name in [
      "listening", "stories", "plays", "milestones", "streak_minimums", "rest_days", "annotations",
    ] {
      #expect(help.contains(name))
    }
  }

  @Test func `limits a pyramid to climbs of its scale`() async throws {
    let me = try Person()
    await me.types("start", "climb", "--discipline", "bouldering", "--at", "20:00")
    await me.types("climb", "add", "A", "V3", "--sent")
    await me.types("climb", "add", "B", "--discipline", "sport")
    await me.types("stop", "--at", "21:00")
    #expect(!(await me.types("pyramid", "--scale", "V").out.contains("excluded: no grade")))
    #expect(await me.types("pyramid").out.contains("1 excluded: no grade"))
    let rates = await me.types("climbing", "rates").out
    #expect(rates.contains("The one attempt was a send. The one send was a first go."), "\(rates)")
  }
}
