import Cairn
import CairnActions
import CairnSQL
import CairnStore
import CairnTestKit
import Testing
import CairnReports

extension Scenario {
  /// Sets the dates of a book's latest read-through.
  fileprivate func date(
    _ book: Identifier<Entry>,
    _ started: String? = nil,
    _ finished: String? = nil
  ) async throws {
    var edits = DateEdits()
    if let started { edits.started = try .set(#require(PartialDay(text: started))) }
    if let finished { edits.finished = try .set(#require(PartialDay(text: finished))) }
    let (all, zone) = (edits, zone)
    try await log.write("Date") { try EditReading(of: book, all, zone: zone).run(in: $0) }
  }

  fileprivate func startAgain(_ book: Identifier<Entry>) async throws {
    let zone = zone
    try await log.write("Again") { try AddReading(of: book, from: nil, zone: zone).run(in: $0) }
  }

  fileprivate func earlier(_ book: Identifier<Entry>, _ finish: String) async throws {
    let finished = try #require(PartialDay(text: finish))
    let zone = zone
    try await log.write("Earlier") {
      try AddReading(of: book, from: nil, to: finished, zone: zone).run(in: $0)
    }
  }

  /// Returns one text per read-through: number, start, end, sessions.
  fileprivate func summaries(_ book: Identifier<Entry>, deleted: Bool = false) async throws
    -> [String]
  {
    try await log.readings(of: book, deleted: deleted).map { row in
      let dates = [row.reading.started, row.reading.ended].map { $0?.text ?? "?" }
      let number = row.number.map { String($0) } ?? "×"
      return "\(number) \(dates.joined(separator: "–")) \(row.totals.sessions)"
    }
  }
}

@Suite struct `Read-throughs in a log` {
  @Test(arguments: TestEngine.all)
  func `keep a date as it was entered, in every table and in the export`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      try await me.date(dune, "2024", "2025-03")
      let row = try #require(try await me.log.book(dune))
      #expect((row.started, row.finished, row.status) == ("2024", "2025-03", .read))
      let table = try #require(try await scratch.projections()["read_through"])
      #expect(table.count == 1 && table[0].contains("2025-03") && !table[0].contains("2025-03-"))
      let lines = Seen<[String]>()
      lines.value = []
      try await me.log.export(
        records: { lines.value?.append($0.fields.json) },
        mutations: { _ in }
      )
      #expect(lines.value?.contains { $0.contains("\"finished\":\"2025-03\"") } == true)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `are sorted by the earliest possible day`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600, status: .read)
      for finish in ["2025-03-02", "2025-03", "2024-12-31", "2025", "2025-02-28"] {
        try await me.earlier(dune, finish)
      }
      let ends = try await me.log.readings(of: dune).map { $0.reading.finished?.text }
      #expect(
        ends == ["2024-12-31", "2025", "2025-02-28", "2025-03", "2025-03-02", "2026-01-05"]
      )
      #expect(try await me.log.book(dune)?.finished == "2026-01-05")
      #expect(try await me.book(dune).readThroughs.last?.finished?.text == "2026-01-05")
    }
  }

  @Test(arguments: TestEngine.all)
  func `change by one history entry each, which undo reverts`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      let changes: [@Sendable (Scenario) async throws -> Void] = [
        { try await $0.date(dune, "2025-02-01", "2025-02-18") },
        { try await $0.startAgain(dune) },
        { try await $0.earlier(dune, "2010") },
        { me in
          let first = try await me.log.readings(of: dune)[0].reading.id
          try await me.log.write("Delete") { try DeleteReading(first, of: dune).run(in: $0) }
        },
        { me in
          var edits = ReadingEdits()
          edits.rating = .some(18)
          edits.outcome = .some(.gaveUp)
          edits.reason = "long"
          let (all, last) = (edits, try await me.log.readings(of: dune)[1].reading.id)
          try await me.log.write("Edit") {
            try EditReading(last, of: dune, DateEdits(), all, zone: "UTC").run(in: $0)
          }
        },
      ]
      for change in changes {
        let (before, lines) = (
          try await scratch.projections(), try await me.log.history(limit: 99).count
        )
        try await change(me)
        #expect(try await me.log.history(limit: 99).count == lines + 1)
        let after = try await scratch.projections()
        #expect(after != before)
        _ = try await me.log.undo()
        #expect(try await scratch.projections() == before)
        _ = try await me.log.redo()
        #expect(try await scratch.projections() == after)
      }
      #expect(try await me.log.book(dune)?.status == .didNotFinish)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `are deleted without their hours, and restored with their sessions`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      let session = try await me.track(dune, "16:00-17:00", page: 600)
      try await me.startAgain(dune)
      #expect(try await me.summaries(dune) == ["1 2026-01-05–2026-01-05 1", "2 2026-01-05–? 0"])
      let first = session.detail.readThrough
      try await me.log.write("Delete") { try DeleteReading(first, of: dune).run(in: $0) }
      #expect(try await me.summaries(dune) == ["1 2026-01-05–? 0"])
      #expect(
        try await me.summaries(dune, deleted: true) == [
          "1 2026-01-05–? 0", "× 2026-01-05–2026-01-05 1",
        ]
      )
      #expect(try await me.log.totals(of: dune).sessions == 1)
      #expect(try await scratch.day("2026-01-05")?.time == .hours(1))
      try await me.log.write("Restore") { try RestoreReading(first, of: dune).run(in: $0) }
      #expect(try await me.summaries(dune) == ["1 2026-01-05–2026-01-05 1", "2 2026-01-05–? 0"])
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `stay if a date was cleared after they were restored`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      try await me.date(dune, "2025-02-01", "2025-02-18")
      let first = try #require(try await me.log.readings(of: dune).first).reading.id
      try await me.log.write("Delete") { try DeleteReading(first, of: dune).run(in: $0) }
      try await me.log.write("Restore") { try RestoreReading(first, of: dune).run(in: $0) }
      let restored = try #require(try await me.log.history(limit: 1).first).id
      var edits = DateEdits()
      edits.finished = .clear
      try await me.log.write("Clear") { [edits] in
        try EditReading(of: dune, edits, zone: "UTC").run(in: $0)
      }
      try await scratch.refuses("history.changed_since") {
        _ = try await me.log.undo(restored)
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `cannot be deleted while a session of them is open`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      let open = try await me.start(dune)
      try await scratch.refuses("reading.session_open") {
        try await me.log.write { try DeleteReading(open.detail.readThrough, of: dune).run(in: $0) }
      }
      try await scratch.refuses("reading.read_through_not_found") {
        try await me.log.write { try RestoreReading(open.detail.readThrough, of: dune).run(in: $0) }
      }
      try await scratch.refuses("reading.already_open") { try await me.startAgain(dune) }
    }
  }

  @Test(arguments: TestEngine.all)
  func `accept a session of another read-through`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let (dune, emma) = (try await me.add("Dune", pages: 600), try await me.add("Emma"))
      let session = try await me.track(dune, "16:00-17:00", page: 30)
      try await me.earlier(dune, "2010")
      try await me.earlier(emma, "2010")
      let first = try await me.log.readings(of: dune)[0].reading.id
      try await me.log.write("Move") { try $0.setReading(first, of: session.id) }
      #expect(try await me.summaries(dune) == ["1 ?–2010 1", "2 2026-01-05–? 0"])
      let other = try await me.log.readings(of: emma)[0].reading.id
      try await scratch.refuses("reading.read_through_not_found") {
        try await me.log.write("Move") { try $0.setReading(other, of: session.id) }
      }
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `accept no future day in the person's time zone and day start`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog(at: .scratchStart + .hours(8)) { scratch in
      let me = Scenario(scratch, zone: "UTC")
      let dune = try await me.add("Dune", pages: 600)
      try await me.date(dune, nil, "2026-01-06")
      _ = try await me.log.undo()
      try await me.log.set("dayStartHour", to: "4")
      try await scratch.refuses("reading.day_in_future") {
        try await me.date(dune, nil, "2026-01-06")
      }
      try await me.date(dune, nil, "2026-01-05")
      let west = Scenario(scratch, zone: "America/Los_Angeles")
      try await me.log.set("dayStartHour", to: nil)
      try await scratch.refuses("reading.day_in_future") {
        try await west.date(dune, nil, "2026-01-06")
      }
    }
  }
}

@Suite struct `Sessions on a day` {
  @Test(arguments: TestEngine.all)
  func `have only the minutes of that day, whatever day they are listed under`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      scratch.clock.advance(by: .hours(-24))
      try await me.track(dune, "08:00-08:30")
      let start = me.instant("17:00") - .hours(18)
      try await me.log.write("Track") { writer in
        _ = try writer.trackReading(
          dune,
          [Segment(start: start, end: start + .hours(2))],
          zone: "UTC",
          note: nil,
          pages: nil,
          adjust: false,
          allowShort: false
        )
      }
      let days = try ["2026-01-03", "2026-01-04"].map { try me.day($0) }
      let found = try await me.log.sessions(on: days)
      #expect(found.map(\.day.text) == ["2026-01-03", "2026-01-04", "2026-01-04"])
      #expect(found.map(\.time) == [.hours(1), .hours(1), .minutes(30)])
      #expect(found[0].session == found[1].session)
      #expect(try await me.log.sessions(on: []).isEmpty)
      #expect(try await me.log.sessions(on: [me.day("2026-01-05")]).isEmpty)
    }
  }
}

@Suite struct `Dated read-throughs` {
  @Test(arguments: TestEngine.all)
  func `exclude deleted books`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let (dune, emma) = (try await me.add("Dune", pages: 600), try await me.add("Emma"))
      try await me.date(dune, "2024", "2025-03")
      try await me.startAgain(dune)
      try await me.date(emma, "2025-01-01")
      try await me.log.write("Delete") { try DeleteBook(emma).run(in: $0) }
      let rows = try await me.log.datedReadings()
      #expect(Set(rows.map(\.title)) == ["Dune"])
      let reported = rows.map { [$0.started?.text, $0.ended?.text, $0.outcome?.name] }
      #expect(Set(reported) == [["2024", "2025-03", "finished"], ["2026-01-05", nil, nil]])
    }
  }
}
