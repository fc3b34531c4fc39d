import Cairn
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Merging another log` {
  private static let stamp = Stamp(time: 5 << 16, node: 7)

  private func setting(_ name: String, _ value: String, id: RecordID? = nil) -> Record {
    var fields = Fields()
    fields.set("name", name)
    fields.set("value", value)
    fields[RecordField.deleted] = .null
    return Record(
      kind: RecordKind("setting"),
      id: id ?? RecordID(derivedFrom: ["setting", name]),
      fields: fields,
      stamp: Self.stamp
    )
  }

  @Test(arguments: TestEngine.all, ["9223372036854775807", "99", "-1", "four", ""])
  func `stores an invalid setting and ignores it`(
    engine: TestEngine,
    value: String
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let report = try await scratch.merge(setting("dayStartHour", value))
      #expect(report.records == 1 && report.unreadable.count == 1)
      try await me.track(me.add("Dune"), "16:00-17:00")
      #expect(try await me.log.dayStartHour() == 0)
      #expect(try await scratch.day("2026-01-05")?.time == .hours(1))
      let found = try await me.log.checkProjections(repair: true)
      #expect(found.unreadable.count == 1 && found.tables.allSatisfy(\.isIdentical))
      try await me.log.set("dayStartHour", to: "4")
      #expect(try await me.log.dayStartHour() == 4)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `stores a setting under a foreign ID and ignores it`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      try await scratch.log.set("dayStartHour", to: "4")
      let stray = setting("dayStartHour", "5", id: RecordID(high: 1, low: 2))
      #expect(try await scratch.merge(stray).unreadable.count == 1)
      try await scratch.log.write("Delete") { try $0.delete(stray.kind, stray.id) }
      #expect(try await scratch.log.dayStartHour() == 4)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `keeps records of a newer version next to known ones`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune")
      let emma = try await me.add("Emma")
      var there = try #require(try await scratch.record(Entry.recordKind, dune.record))
      var fields = Fields()
      fields.set("status", "adored")
      there.set(fields, stamp: Stamp(time: there.stamp.time + 9, node: 7))
      let report = try await scratch.merge(there, setting("autoFinish", "no"))
      #expect(report.records == 2 && report.unreadable.count == 1)
      #expect(report.unreadable.first?.hasPrefix("entry \(dune.record.text): ") == true)
      #expect(
        try await scratch.record(Entry.recordKind, dune.record)?.fields["status"] == .text("adored")
      )
      #expect(try await me.log.book(dune) == nil)
      #expect(try await me.log.book(emma) != nil)
      #expect(try await me.log.checkProjections(repair: false).tables.allSatisfy(\.isIdentical))
      var mended = there
      fields.set("status", "read")
      mended.set(fields, stamp: Stamp(time: there.stamp.time + 99, node: 7))
      try await scratch.merge(mended)
      #expect(try await me.log.book(dune)?.status == .read)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `is rejected for a stamp that no edit could supersede`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let day = UInt64((Instant.scratchStart + .hours(24)).milliseconds)
      let record = setting("autoFinish", "no")
      for time in [UInt64.max, (day + 1) << 16] {
        let stamp = Stamp(time: time, node: 7)
        var late = record
        late.set(late.fields, stamp: stamp)
        let stamped = late
        try await scratch.refuses("input.stamp_in_future") { try await scratch.merge(stamped) }
        let id = RecordID(high: 1, low: 2)
        let mutation = Mutation(id: id, stamp: stamp, at: .scratchStart, title: "", changes: [])
        try await scratch.refuses("input.stamp_in_future") {
          try await scratch.merge([], [mutation])
        }
      }
      var soon = record
      soon.set(soon.fields, stamp: Stamp(time: day << 16, node: 7))
      #expect(try await scratch.merge(soon).records == 1)
    }
  }

  @Test(arguments: TestEngine.all)
  func `sorts its history by time, below its own entry`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog(seed: 2) { other in
      _ = try await Scenario(other).add("Emma")
      try await engine.scratchLog { scratch in
        let me = Scenario(scratch)
        me.at("17:00")
        _ = try await me.add("Persuasion")
        me.at("19:00")
        _ = try await me.add("Dune")
        try await scratch.merge(all: other)
        let titles = try await scratch.titles()
        let last = titles.map { $0.split(separator: "“").last }
        #expect(last == ["Join", "Dune” added", "Emma” added", "Persuasion” added"])
        #expect(try await me.log.undo().title == "Join")
        #expect(try await me.log.undo().title == titles[1])
        #expect(try await me.log.undo().title == titles[3])
        #expect(try await me.log.redo().title == titles[3])
      }
    }
  }
}
