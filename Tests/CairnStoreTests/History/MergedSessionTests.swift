import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Merging sessions from another log` {
  /// Two people, or one with two devices: the sessions of each, the number skipped, the total minutes.
  @Test(
    arguments: TestEngine.all,
    [
      ("16:00-17:00", "16:30-17:30", 1, 60), ("16:00-17:00", "16:00-17:00", 1, 60),
      ("16:00-17:00", "15:00-18:00", 1, 60), ("16:00-17:00", "16:59-17:30", 1, 60),
      ("16:00-17:00", "17:00-17:30", 0, 90), ("16:00-16:10 16:50-17:00", "16:10-16:50", 0, 60),
      ("16:00-17:00", "14:00-15:00", 0, 120),
    ]
  )
  func `counts no minute twice`(
    engine: TestEngine,
    times: (mine: String, theirs: String, left: Int, minutes: Int64)
  ) async throws {
    try await engine.scratchLog(seed: 2) { other in
      let there = Scenario(other)
      try await there.track(there.add("Emma"), times.theirs)
      try await engine.scratchLog { scratch in
        let me = Scenario(scratch)
        let mine = try await me.track(me.add("Dune"), times.mine)
        let report = try await scratch.merge(all: other)
        #expect(report.skipped.count == times.left)
        for issue in report.skipped {
          let start = there.instant(String(times.theirs.prefix(5))).text
          let short = ShortID(mine.id.record).text
          #expect(
            issue.message
              == "“Emma, \(start)” was skipped: it overlaps session \(short) of “Dune”."
          )
          #expect(issue.line != nil)
        }
        #expect(try await scratch.day("2026-01-05")?.time == .minutes(times.minutes))
        let before = try await scratch.tables()
        #expect(try await scratch.merge(all: other).skipped.count == times.left)
        #expect(try await scratch.tables() == before)
        try await scratch.isSound()
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `adds a session that fits only after another has moved`(engine: TestEngine) async throws {
    try await engine.scratchLog(seed: 2) { other in
      let there = Scenario(other)
      let emma = try await there.add("Emma")
      let moving = try await there.track(emma, "12:00-13:00")
      try await engine.scratchLog { scratch in
        try await scratch.merge(all: other)
        try await other.log.write("Move") { writer in
          try writer.change(moving.id, as: Reading.self) { (session) throws(CairnError) in
            try session.move(to: there.instant("09:00"))
          }
        }
        for minute in 10..<20 { try await there.track(emma, "12:\(minute)-12:\(minute + 1)") }
        let report = try await scratch.merge(all: other)
        #expect(report.skipped == [])
        #expect(try await scratch.day("2026-01-05")?.time == .minutes(70))
        try await scratch.isSound()
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `keeps mine when their session was moved onto another of mine`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog(seed: 2) { other in
      let there = Scenario(other)
      let moving = try await there.track(there.add("Emma"), "12:00-13:00")
      try await engine.scratchLog { scratch in
        let me = Scenario(scratch)
        try await scratch.merge(all: other)
        try await me.track(me.add("Dune"), "09:00-10:00")
        try await other.log.write("Move") { writer in
          try writer.change(moving.id, as: Reading.self) { (session) throws(CairnError) in
            try session.move(to: there.instant("09:30"))
          }
        }
        #expect(try await scratch.merge(all: other).skipped.count == 1)
        let kept = try await me.log.session(moving.id)
        #expect(kept?.startedAt == me.instant("12:00"))
        try await scratch.isSound()
      }
    }
  }

  /// The start times of mine and theirs: which one continues, when the other ends.
  @Test(arguments: TestEngine.all, [("15:00", "16:00", false), ("16:00", "15:00", true)])
  func `resolves two open sessions: the later continues, the other ends when it begins`(
    engine: TestEngine,
    starts: (mine: String, theirs: String, mineGoesOn: Bool)
  ) async throws {
    try await engine.scratchLog(seed: 2) { other in
      let there = Scenario(other)
      there.at(starts.theirs)
      let theirs = try await there.start(there.add("Emma"))
      try await engine.scratchLog { scratch in
        let me = Scenario(scratch)
        me.at(starts.mine)
        let mine = try await me.start(me.add("Dune"))
        me.at("18:00")
        let before = try await scratch.projections()
        let report = try await scratch.merge(all: other)
        #expect(report.ended.count == 1 && report.skipped == [])
        let open = try await me.log.openSessions()
        #expect(open.map(\.id) == [starts.mineGoesOn ? mine.id : theirs.id])
        let ended = try await me.log.session(starts.mineGoesOn ? theirs.id : mine.id)
        #expect(ended?.startedAt == me.instant("15:00"))
        #expect(ended?.endedAt == me.instant("16:00"))
        #expect(try await scratch.merge(all: other).records == 0)
        try await scratch.isSound()
        _ = try await me.log.undo()
        #expect(try await scratch.projections() == before)
        try await scratch.isSound()
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `prefers an end by the person to an automatic one`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog(seed: 2) { other in
      let there = Scenario(other)
      there.at("15:00")
      let theirs = try await there.start(there.add("Emma"))
      try await engine.scratchLog { scratch in
        let me = Scenario(scratch)
        me.at("16:00")
        try await me.start(me.add("Dune"))
        me.at("18:00")
        try await scratch.merge(all: other)
        there.at("16:30")
        try await other.log.write("Stop") { writer in
          try writer.change(theirs.id, as: NoDetail.self) { (session) throws(CairnError) in
            try session.end(at: there.instant("15:45"), zone: "UTC")
          }
        }
        try await scratch.merge(all: other)
        #expect(try await me.log.session(theirs.id)?.endedAt == me.instant("15:45"))
        try await scratch.isSound()
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `ends a running session when my next one begins`(engine: TestEngine) async throws {
    try await engine.scratchLog(seed: 2) { other in
      let there = Scenario(other)
      there.at("10:00")
      let theirs = try await there.start(there.add("Emma"))
      try await engine.scratchLog { scratch in
        let me = Scenario(scratch)
        try await me.track(me.add("Dune"), "11:00-12:00")
        #expect(try await scratch.merge(all: other).ended.count == 1)
        #expect(try await me.log.session(theirs.id)?.endedAt == me.instant("11:00"))
        #expect(try await scratch.day("2026-01-05")?.time == .hours(2))
        try await scratch.isSound()
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `skips a session in the future`(engine: TestEngine) async throws {
    try await engine.scratchLog(seed: 2) { other in
      let there = Scenario(other)
      there.at("20:00")
      try await there.track(there.add("Emma"), "18:30-19:30")
      try await engine.scratchLog { scratch in
        _ = try await Scenario(scratch).add("Dune")
        let report = try await scratch.merge(all: other)
        #expect(report.skipped.first?.message.contains("is in the future") == true)
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `rejects an unknown time zone and reports its line`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog(seed: 2) { other in
      let there = Scenario(other)
      let session = try await there.track(there.add("Emma"), "16:00-17:00")
      let sound = try #require(try await other.record(SessionRecord.kind, session.id.record))
      try await engine.scratchLog { scratch in
        for name in ["zone", "endZone"] {
          var record = sound
          var fields = Fields()
          fields.set(name, "Mars/Base")
          record.set(fields, stamp: Stamp(time: sound.stamp.time + 1, node: 7))
          let strange = record
          let error = try await scratch.refuses("input.log_line") {
            try await scratch.merge(strange)
          }
          #expect(error?.message.hasPrefix("Line 1 ") == true)
        }
      }
    }
  }
}

@Suite struct `Undoing a log merge` {
  @Test(arguments: TestEngine.all)
  func `leaves no trace in what is shown, nor in the source log`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog(seed: 2) { other in
      let there = Scenario(other)
      try await there.track(there.add("Emma"), "16:00-17:00")
      try await engine.scratchLog { scratch in
        let me = Scenario(scratch)
        try await me.track(me.add("Dune"), "14:00-15:00")
        let before = try await scratch.projections()
        try await scratch.merge(all: other)
        let joined = try await scratch.projections()
        _ = try await me.log.undo()
        #expect(try await scratch.projections() == before)
        try await scratch.isSound()
        let theirs = try await other.projections()
        let back = try await other.merge(all: scratch)
        #expect(back.skipped == [])
        #expect(try await other.log.sessions(SessionFilter()).count == 2)
        _ = try await other.log.undo()
        #expect(try await other.projections() == theirs)
        try await scratch.merge(all: other)
        #expect(try await scratch.projections() == joined)
        let lines = try await me.log.history(limit: 99).filter { $0.title.contains("Emma") }
        #expect(lines.count == 2 && lines.allSatisfy(\.isInEffect))
        try await scratch.isSound()
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `is rejected when merged data was changed later`(engine: TestEngine) async throws {
    try await engine.scratchLog(seed: 2) { other in
      let there = Scenario(other)
      let theirs = try await there.track(there.add("Emma"), "16:00-17:00")
      try await engine.scratchLog { scratch in
        let me = Scenario(scratch)
        _ = try await me.add("Dune")
        try await scratch.merge(all: other)
        let line = try #require(try await me.log.history(limit: 1).first)
        try await me.log.write("Note") { writer in
          try writer.change(theirs.id, as: NoDetail.self) { $0.note = "good" }
        }
        try await scratch.refuses("history.changed_since") { try await me.log.undo(line.id) }
        _ = try await me.log.undo(line.id, keepChanged: true)
        #expect(try await me.log.session(theirs.id)?.note == "good")
        #expect(try await me.log.session(theirs.id)?.title == "Emma")
        try await scratch.isSound()
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `cannot be redone, but the file can be imported again`(engine: TestEngine) async throws {
    try await engine.scratchLog(seed: 2) { other in
      _ = try await Scenario(other).add("Emma")
      try await engine.scratchLog { scratch in
        let me = Scenario(scratch)
        _ = try await me.add("Dune")
        try await scratch.merge(all: other)
        _ = try await me.log.undo()
        let undo = try #require(try await me.log.history(limit: 1).first)
        try await scratch.refuses("history.nothing_to_redo") { try await me.log.redo() }
        try await scratch.refuses("history.import_undone") { try await me.log.undo(undo.id) }
        #expect(try await scratch.merge(all: other).records > 0)
        try await scratch.isSound()
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `works when only history entries were merged`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog(seed: 2) { other in
      let there = Scenario(other)
      let emma = try await there.add("Emma")
      try await there.track(emma, "14:00-15:00")
      try await engine.scratchLog { scratch in
        let me = Scenario(scratch)
        try await scratch.merge(all: other)
        try await me.track(me.add("Dune"), "16:00-17:00")
        try await there.track(emma, "16:30-17:30")
        let report = try await scratch.merge(all: other)
        #expect(report.mutations == 1 && report.skipped.count == 1)
        #expect(try await scratch.titles().first == "Join")
        #expect(try await me.log.undo().title == "Join")
        #expect(try await me.log.undo().title.contains("Dune"))
        try await scratch.isSound()
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `restores the log after a merge in many parts, despite newer entries`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog(seed: 2) { other in
      let there = Scenario(other)
      there.at("20:00")
      for number in 1...150 { _ = try await there.add("Book \(number)") }
      try await engine.scratchLog { scratch in
        let me = Scenario(scratch)
        _ = try await me.add("Dune")
        let before = try await scratch.projections()
        try await scratch.merge(all: other)
        let line = try #require(try await me.log.history(limit: 1).first)
        #expect(line.title == "Join" && line.parts == 2)
        #expect(try await me.log.undo().undone == 300)
        #expect(try await scratch.projections() == before)
      }
    }
  }
}
