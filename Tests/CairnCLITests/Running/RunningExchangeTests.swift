import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `A kind of fields between logs` {
  @Test func `is exported, and imported from that export`() async throws {
    let me = try Person.runner()
    let run = ["--distance", "5.2", "--effort", "7", "--surface", "trail"]
    await me.types(["track", "18:00-18:30", "run"] + run)
    let folder = me.scratch.path + "/tables"
    #expect(await me.types("export", "csv", folder).out.contains("1 in running.csv"))
    let table = try String(contentsOfFile: folder + "/running.csv", encoding: .utf8)
    #expect(table.hasPrefix("session_id,metres,effort,surface\r\n"), "\(table)")
    #expect(table.hasSuffix(",5200,7,trail\r\n"), "\(table)")
    let lines = await me.types("export").out
    for person in [try Person.runner(), try Person()] {
      let file = try person.scratch.write(lines, to: "log.ndjson")
      #expect(await person.types("import", file.path).exit == .done)
      #expect(await person.types("export").out == lines)
    }
  }

  @Test func `is synced, also by a server that does not know it`() async throws {
    try await TestEngine.device.scratchLog(at: .init(milliseconds: 1_772_744_400_000)) { scratch in
      let web: WebTransport = { try await scratch.log.answer($0) }
      let (laptop, phone) = (try Person.runner(web: web), try Person.runner(web: web))
      await laptop.types("track", "18:00-18:30", "run", "--distance", "5.2")
      for me in [laptop, phone] {
        await me.types("sync", "setup", "https://server.example", "--no-token")
      }
      #expect(await phone.types("log").out.contains("running, 5.2 km, 5:46 min/km"))
      await phone.types("edit", "last", "--effort", "8")
      await laptop.types("edit", "last", "--distance", "5.4")
      for me in [phone, laptop, phone] { await me.types("sync") }
      #expect(await phone.types("log").out.contains("running, 5.4 km"))
      #expect(await laptop.types("export").out == phone.types("export").out)
      #expect(await laptop.types("doctor").exit == .done)
    }
  }
}
