import Foundation
import Testing

@testable import CairnCLI

@Suite struct `Backing up` {
  @Test func `keeps the new copy, whatever the clock says`() async throws {
    var me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    for now in ["2026-03-05T21:00:00Z", "2026-03-05T21:00:00Z", "2026-03-05T20:59:00Z"] {
      me.now = now
      let copy = await me.types("backup", "--keep", "1", "--json").out
      let kept = try me.backups
      #expect(kept.count == 1)
      #expect(kept.allSatisfy { copy.contains($0) })
    }
  }

  @Test func `removes the copies made first`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    for _ in 1...11 { await me.types("backup") }
    await me.types("backup", "--keep", "2")
    let name = "2026-03-05T21-00-00Z"
    #expect(try me.backups == ["\(name)-11.sqlite", "\(name)-12.sqlite"])
  }

  @Test func `to restore another removes none`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    let copy = me.scratch.path + "/copy.sqlite"
    await me.types("backup", copy)
    await me.types("backup")
    for day in 10...40 { try me.scratch.write("old", to: "log/backups/20\(day)-01-01.sqlite") }
    #expect(await me.types("restore", copy).exit == .done)
    #expect(try me.backups.count == 33)
  }
}

extension Person {
  /// The names in the folder of backups, in order.
  fileprivate var backups: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/log/backups").sorted()
    }
  }
}
