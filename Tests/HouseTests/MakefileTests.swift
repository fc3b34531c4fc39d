import Foundation
import Testing

@Suite struct `The Makefile` {
  /// The targets that neither a step nor another target runs, each with its test or the reason.
  private static let testedElsewhere = [
    "help": "prints the others",
    "run": "HouseTests serve the demo, ServerTests.swift",
    "tour": "HouseTests run Scripts/demo.sh, DemoTests.swift",
    "format": "writes what `lint` checks",
    "build": "a part of `step-build`",
    "quick": "the steps of `test` with fewer tests",
    "test": "is what CI runs",
    "check": "long forms of the steps of `test`",
    "install": "copies what `release` builds",
    "package-check": "downloads a bare Debian",
    "hooks": "the hook is run below",
    "clean": "removes a folder",
    "wasm": "CairnWebTests compare what it builds",
    "test-postgres": "needs PostgreSQL from PyPI",
    "test-failover": "goes on with Patroni where `step-failover` ends",
    "mutants": "takes long; `step-mutants` looks that each place to plant a bug is there",
    "tsan": "a part of `check`",
  ]

  private let text = Repository.text("Makefile")

  private var targets: [String] {
    text.matches(of: #"^([a-z-]+):[^=\n]*## "#).map { $0.groups[0] }
  }

  /// Returns the scripts that a target calls, without folder and arguments.
  private func scripts(of target: String) -> [String] {
    let rule = text.matches(of: "^\(target):[^\n]*\n((?:\t[^\n]*\n)*)").flatMap(\.groups).joined()
    return rule.matches(of: #"((?:Scripts|Benchmarks|Fuzz|Tests)/[\w/.-]+\.(?:sh|py))"#)
      .map { $0.groups[0] }
  }

  /// All lines of the steps of `make test`.
  private var steps: String {
    text.matches(of: #"^step-[^\n]*\n((?:\t[^\n]*\n)*)"#).flatMap(\.groups).joined()
  }

  @Test func `has no target that no step runs`() {
    let bare = targets.filter { target in
      Self.testedElsewhere[target] == nil && !steps.contains("$(MAKE) \(target)\n")
        && !scripts(of: target).contains { steps.contains($0) }
    }
    #expect(!targets.isEmpty && !steps.isEmpty)
    #expect(bare == [])
    #expect(Self.testedElsewhere.keys.filter { !targets.contains($0) } == [])
  }

  @Test func `lists each test step once, and has a rule for each`() {
    let named = text.matches(of: #"^tests := \$\(addprefix step-,([^)]*)\)"#).flatMap(\.groups)
    let names = named.joined().replacing("\\\n", with: " ").split(separator: " ").map(String.init)
    let ruled = text.matches(of: #"^(step-[^:\n]*):"#).flatMap {
      $0.groups[0].split(separator: " ")
    }
    .map { String($0.dropFirst("step-".count)) }
    #expect(Set(names).count == names.count && names.count > 10)
    #expect(Set(ruled) == Set(names).union(["quick"]))
  }
}

@Suite struct `The test suites for a change` {
  @Test(arguments: [
    ("Sources/CairnSync/Client.swift", "CairnCLITests CairnServerTests CairnSyncTests"),
    ("Sources/CairnServer/Routes.swift", "CairnCLITests CairnServerTests"),
    ("Sources/CairnPages/Today/TodayPage.swift", "CairnServerTests"),
    ("Sources/CairnCLI/Cairn.swift", "CairnCLITests"),
    ("Tests/Simulate/World.swift", "CairnSyncTests"),
    ("Tests/CairnExchangeTests/Fixtures/new.csv", "CairnCLITests CairnExchangeTests"),
    ("Web/app.js", "CairnServerTests CairnWebTests"), ("docs/server.md", "CairnServerTests"),
    ("README.md", "HouseTests"),
  ])
  func `are those that depend on it, and the house tests`(path: String, wanted: String) throws {
    let surroundings = ProcessInfo.processInfo.environment
    let said = try Scratch().run(
      "cd '\(Repository.top.path)' && python3 Scripts/suites.py --of '\(path)'",
      surroundings.filter { ["PATH", "HOME"].contains($0.key) }
    )
    let names = said.matches(of: #"(\w+Tests)"#).map { $0.groups[0] }
    let all = wanted.split(separator: " ").map(String.init) + ["HouseTests"]
    #expect(Set(names) == Set(all), "\(said)")
  }
}

@Suite struct `A commit` {
  @Test(arguments: [
    ("Refuse a session that ends before it starts", true),
    ("Refuse a session\n\nIt was counted with a negative length.", true),
    ("refuse a session", false), ("Refuse a session.", false),
    ("Refuse a session\nIt was counted.", false),
    (String(repeating: "Long ", count: 12) + "!", false),
  ])
  func `is rejected unless its message follows the rules`(message: String, isFine: Bool) throws {
    let scratch = try Scratch()
    let file = scratch.url.appendingPathComponent("message")
    try Data((message + "\n").utf8).write(to: file)
    let hook = Repository.top.appendingPathComponent("Scripts/hooks/commit-msg").path
    let said = try scratch.run("'\(hook)' message", [:])
    #expect(said.isEmpty == isFine, "\(said)")
  }

  /// Checks commits since the introduction of this rule; a copy without history has none.
  @Test func `of this repository has a subject of at most 60 characters`() throws {
    let scratch = try Scratch()
    let top = Repository.top.path
    let log = try scratch.run(
      "git -C '\(top)' log --no-merges --format=%s \(Self.first)..HEAD 2>/dev/null",
      [:]
    )
    let long = log.split(separator: "\n").filter { $0.count > 60 }
    #expect(long == [])
  }

  /// The last commit before the rule was introduced.
  private static let first = "26d5fed3"
}
