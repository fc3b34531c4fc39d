import Foundation
import Testing

@testable import CairnCLI

@Suite struct `A hook` {
  @Test func `gets the session that was started, paused, resumed and stopped`() async throws {
    var me = try Person()
    for event in SessionEvent.allCases {
      try me.hook(event, "#!/bin/sh\ncat >> \"$0.json\"\n")
    }
    me.now = "2026-03-05T20:00:00Z"
    await me.types("start", "read", "Emma")
    await me.types("pause")
    await me.types("resume")
    me.now = "2026-03-05T20:30:00Z"
    await me.types("stop", "--page", "12")
    for (event, state) in [
      ("start", "running"), ("pause", "paused"), ("resume", "running"), ("stop", "ended"),
    ] {
      let text = try String(contentsOfFile: me.hooks + "/on-\(event).json", encoding: .utf8)
      let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      #expect(json?["title"] as? String == "Emma" && json?["state"] as? String == state, "\(text)")
    }
  }

  @Test(arguments: [
    ("#!/bin/sh\nexit 3\n", 0o755, "failed with exit code 3"),
    ("#!/bin/sh\nkill -9 $$\n", 0o755, "exit code 137"),
    ("#!/bin/sh\n", 0o644, "did not start"), ("#!/no/such/shell\n", 0o755, "did not start"),
  ])
  func `that fails is reported and changes nothing`(text: String, mode: Int, reason: String)
    async throws
  {
    let me = try Person()
    try me.hook(.start, text, mode: mode)
    let said = await me.types("start", "read", "Emma")
    #expect(
      said.exit == .done && said.out.contains("Started") && said.err.contains(reason),
      "\(said.err)"
    )
    #expect(await me.types("status").out.contains("Emma"))
  }

  @Test func `that prints does not mix with JSON`() async throws {
    let me = try Person()
    try me.hook(.start, "#!/bin/sh\necho hello; echo hello >&2\n")
    let said = await me.types("start", "read", "Emma", "--json")
    #expect(!(said.out + said.err).contains("hello"))
  }
}

extension Person {
  fileprivate var hooks: String { scratch.path + "/log/hooks" }

  fileprivate func hook(_ event: SessionEvent, _ text: String, mode: Int = 0o755) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: hooks, withIntermediateDirectories: true)
    let file = hooks + "/on-\(event.rawValue)"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    try files.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
  }
}
