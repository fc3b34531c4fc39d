import Cairn
import CairnStore
import CairnTestKit
import Testing

@Suite struct `The stamps of a log` {
  @Test(arguments: TestEngine.all)
  func `are new only for changed fields`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune")
      let added = try #require(try await scratch.record(Entry.recordKind, dune.record))
      me.at("19:00")
      try await me.changeStatus(.paused, dune)
      let paused = try #require(try await scratch.record(Entry.recordKind, dune.record))
      #expect(paused.stamp(of: "status")?.time == UInt64(me.instant("19:00").milliseconds) << 16)
      for name in ["work", "added", "deleted"] {
        #expect(paused.stamp(of: name) == added.stamp(of: name), "\(name)")
      }
      #expect(paused.exceptions.map(\.name) == ["status"])
    }
  }

  @Test(arguments: TestEngine.all)
  func `never go back with the clock, nor when the log is reopened`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      _ = try await me.add("One")
      me.at("12:00")
      _ = try await me.add("Two")
      let later = Scenario(try await scratch.reopen())
      _ = try await later.add("Three")
      later.at("19:00")
      _ = try await later.add("Four")
      let stamps = try await scratch.stamps()
      let six = UInt64(Instant.scratchStart.milliseconds) << 16
      let times = stamps.compactMap { Stamp(text: $0)?.time }
      #expect(times == [six, six + 1, six + 2, UInt64(me.instant("19:00").milliseconds) << 16])
      #expect(Set(stamps.compactMap { Stamp(text: $0)?.node }).count == 1)
    }
  }

  @Test(arguments: TestEngine.all)
  func `are later than every stamp merged from another log`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune")
      let future = Stamp(time: UInt64(me.instant("23:00").milliseconds) << 16, node: 7)
      var there = try #require(try await scratch.record(Entry.recordKind, dune.record))
      var fields = Fields()
      fields.set("status", "paused")
      there.set(fields, stamp: future)
      let theirs = there
      try await scratch.merge(theirs)
      try await me.changeStatus(.read, dune)
      let here = try #require(try await scratch.record(Entry.recordKind, dune.record))
      #expect(here.fields["status"] == .text("read"))
      let stamp = try #require(here.stamp(of: "status"))
      #expect(stamp > future)
    }
  }
}
