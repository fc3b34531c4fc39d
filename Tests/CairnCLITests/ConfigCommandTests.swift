import Cairn
import CairnStore
import CairnTestKit
import Synchronization
import Testing

@testable import CairnCLI

@Suite struct `Settings on the command line` {
  @Test func `list the person's own first, then those of a server`() async throws {
    let me = try Person()
    let said = await me.types("config").out
    let parts = said.split(separator: "Options of `cairn serve`")
    #expect(parts.count == 2 && parts[0].contains("dayStartHour"), "\(said)")
    #expect(parts[0].contains("zone") && !parts[0].contains("log-format"))
    #expect(parts[1].contains("log-format") && !parts[1].contains("weekStart"))
    #expect(try await me.lists("config").count > 20, "JSON has all in one list")
  }

  @Test func `show one alone`() async throws {
    let me = try Person()
    #expect(await me.types("config", "listen").out.split(separator: "\n").count == 2)
    #expect(await me.types("config", "weekstart").out.contains("weekStart"), "in any case")
  }

  @Test(arguments: [
    ("autofinish", "NO", "no"), ("weekstart", "Sunday", "sunday"), ("routescale", "yds", "YDS"),
    ("clockstyle", "12H", "12h"),
  ])
  func `take values in any case`(name: String, typed: String, value: String) async throws {
    let set = await (try Person()).types("config", name, typed, "--json")
    #expect(set.out.contains("\"value\":\"\(value)\""), "\(set.out)\(set.err)")
  }

  @Test func `are set with a space before the value`() async throws {
    let refused = await (try Person()).types("config", "dayStartHour=4")
    #expect(refused.err.contains("config dayStartHour 4`"), "\(refused.err)")
  }

  @Test func `are explained in the help`() async throws {
    let said = await (try Person()).types("help", "config").out
    for setting in Setting.all { #expect(said.contains("\(setting.name): "), "\(setting.name)") }
  }

  @Test func `tell how many sessions have moved to other days`() async throws {
    let me = try Person()
    for day in 1...3 { await me.types("track", "2026-03-0\(day) 01:00-02:00", "Emma") }
    let told = Mutex<[[Int]]>([])
    let log = try await Log.open(at: me)
    try await log.set("dayStartHour", to: "4") { done, total in
      told.withLock { $0.append([done, total]) }
    }
    #expect(told.withLock { $0 } == [[1, 3], [2, 3], [3, 3]])
  }
}

extension Log {
  fileprivate static func open(at me: Person) async throws -> Log {
    let invocation = Invocation(path: [], arguments: [], options: Program.cairn.options(of: nil))
    let output = Memory().sink()
    let context = try me.context(
      invocation,
      Output(standardOutput: output, standardError: output, style: .plain)
    )
    return try await context.directory.openLog(context.environment)
  }
}
