import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `This day in earlier years` {
  /// Dates around 28 February and 5 January, some of them partial.
  private static let dates: [(String?, String?)] = [
    ("2020-02-28", "2020-02-29"), ("2020-02-29", "2021-02-28"), ("2019-01-05", "2020-01-05"),
    ("2019-01", "2020-01"), ("2019", "2020"), ("2021-01-05", nil), ("2024-02-29", "2025-03-01"),
    ("2025-01-04", "2026-01-05"), (nil, "2023-01-05"),
  ]

  @Test(arguments: TestEngine.all)
  func `finds the same as a scan of every read-through`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      for (number, dates) in Self.dates.enumerated() {
        var edits = DateEdits()
        if let text = dates.0 { edits.started = try .set(#require(PartialDay(text: text))) }
        if let text = dates.1 { edits.finished = try .set(#require(PartialDay(text: text))) }
        let (book, all) = (try await me.add("Book \(number)"), edits)
        try await me.log.write("Date") { try EditReading(of: book, all, zone: "UTC").run(in: $0) }
      }
      let every = try await me.log.datedReadings()
      for text in ["2024-02-29", "2025-02-28", "2026-02-28", "2026-01-05", "2026-06-01"] {
        let day = try #require(LocalDay(text: text))
        let found = try await me.log.datedReadings(
          anniversariesOn: day.remembered(since: day.year - 8)
        )
        let wanted = every.filter { row in
          [row.started, row.ended].contains { $0?.day.map { day.isAnniversary($0) } ?? false }
        }
        // Further candidates are allowed, for instance of this year, because callers check the dates.
        #expect(wanted.allSatisfy(found.contains), "\(text)")
        #expect(found.allSatisfy(every.contains))
      }
      #expect(try await me.log.datedReadings(anniversariesOn: []).isEmpty)
    }
  }

  @Test(arguments: TestEngine.all)
  func `has the longest sessions of each year, and the number of others`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune")
      for times in ["08:00-08:10", "09:00-10:00", "11:00-11:20", "12:00-12:30"] {
        try await me.track(dune, times)
      }
      let day = me.day
      let (sessions, more) = try await me.log.sessions(on: [day], limitPerYear: 2)
      #expect(sessions.map(\.time) == [.hours(1), .minutes(30)])
      #expect(more == [day.year: 2])
      let all = try await me.log.sessions(on: [day], limitPerYear: .max)
      #expect(all.more.isEmpty)
      #expect(try await all.sessions == me.log.sessions(on: [day]))
    }
  }
}

@Suite struct `Suggested books` {
  @Test(arguments: TestEngine.all)
  func `are the open ones, last read first`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let titles = ["Dune", "Emma", "Persuasion", "Ulysses"]
      let books = try await titles.asyncMap { try await me.add($0, status: .reading) }
      try await me.changeStatus(.wishlist, books[3])
      try await me.track(books[1], "08:00-08:30")
      scratch.clock.advance(by: .hours(24))
      try await me.track(books[2], "08:00-08:30")
      #expect(try await me.log.openBooks(limit: 8).map(\.title) == ["Persuasion", "Emma", "Dune"])
      #expect(try await me.log.openBooks(limit: 1).map(\.title) == ["Persuasion"])
    }
  }

  @Test(arguments: TestEngine.all)
  func `include a limited number of titles`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let first = try await me.add("A book read today")
      try await me.log.write("Fill") { writer in
        for number in 0..<200 {
          try AddBook(NewBook(title: "Book \(number)"), zone: "UTC").run(in: writer)
        }
      }
      try await me.track(first, "08:00-08:30")
      let titles = try await me.log.recentTitles()
      #expect(titles.contains("A book read today"))
      #expect(titles.count == 31)
    }
  }
}

extension Scenario {
  fileprivate var day: LocalDay { ZoneRules.utc.day(at: scratch.clock.now) }
}

extension Array {
  fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
    var all: [T] = []
    for element in self { all.append(try await transform(element)) }
    return all
  }
}
