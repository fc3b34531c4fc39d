import Cairn
import CairnServer
import CairnStore
import Testing

@testable import CairnCLI

@Suite struct `The time zone` {
  private func origin(_ me: Person, _ words: String...) async -> String {
    await me.types(["config", "zone", "--json"] + words).out
  }

  @Test func `comes from the option, the variable or the setting, in this order`() async throws {
    var me = try Person()
    #expect(await me.types("config", "zone", "Asia/Tokyo").exit == .done)
    #expect(await origin(me).contains(#""value":"Europe/Berlin","origin":"CAIRN_ZONE""#))
    #expect(
      await origin(me, "--zone", "America/Lima")
        .contains(#""value":"America/Lima","origin":"--zone""#)
    )
    me.zone = nil
    #expect(await origin(me).contains(#""value":"Asia/Tokyo","origin":"data directory""#))
    await me.types("track", "05:00-05:30", "Emma")
    #expect(await me.types("log").out.contains("05:00"))
    #expect(await me.types("config", "zone", "default").exit == .done)
    #expect(await origin(me).contains(#""origin":"system""#))
  }

  @Test func `is refused if the system does not know it, and stays the same`() async throws {
    var me = try Person()
    await me.types("config", "zone", "Asia/Tokyo")
    me.zone = nil
    let refused = await me.types("config", "zone", "Mars/Olympus")
    #expect(refused.exit == .refused || refused.exit == .usage)
    #expect(refused.err.contains("“Mars/Olympus” is not a known time zone"))
    #expect(await origin(me).contains("Asia/Tokyo"))
    #expect(await me.types("status", "--zone", "Mars/Olympus").exit == .usage)
  }

  @Test func `can change while the server runs, unless it was given at the start`() async throws {
    let scratch = try Scratch()
    let cases: [([String: String], Bool)] = [([:], true), (["CAIRN_ZONE": "UTC"], false)]
    for (variables, isFree) in cases {
      guard case .run(_, let invocation) = try Parser.parse(["status"], Program.cairn) else {
        return
      }
      var set = variables
      set["CAIRN_DATA_DIR"] = scratch.path + "/log"
      let all = set
      let quiet = Output(
        standardOutput: Memory().sink(columns: nil),
        standardError: Memory().sink(columns: nil),
        style: .plain
      )
      let context = try CommandContext(invocation, quiet) { all[$0] }
      let zone = context.defaultZone(in: context.directory)
      #expect((zone.choose != nil) == isFree)
      guard let choose = zone.choose else { continue }
      try choose("Asia/Tokyo")
      #expect(zone.rules().name == "Asia/Tokyo")
      let error = #expect(throws: CairnError.self) { try choose("Mars/Olympus") }
      #expect(error?.code == "setting.invalid")
      #expect(zone.rules().name == "Asia/Tokyo")
    }
  }
}
