import Cairn
@testable import CairnAccounts
import CairnSQLite
import CairnTestKit
import Testing

import CairnStore

/// Accounts with and without shelf comparison, for one test.
private struct ComparisonFixture {
  let accounts: Accounts
  let clock: ManualClock
  private(set) var people: [Identifier<Account>] = []

  static let minimum: Int64 = 5

  /// Runs the closure on every database engine for accounts.
  static func run(_ count: Int, _ body: (inout ComparisonFixture) async throws -> Void) async throws
  {
    for engine in TestEngine.ofAccounts { try await run(count, on: engine, body) }
  }

  private static func run(
    _ count: Int,
    on engine: TestEngine,
    _ body: (inout ComparisonFixture) async throws -> Void
  ) async throws {
    try await engine.scratchAccountDatabase { database in
      let clock = ManualClock(at: .scratchStart)
      let environment = LogEnvironment(clock: clock, seed: 1)
      let accounts = try await Accounts.open(database, environment: environment)
      var all = ComparisonFixture(accounts: accounts, clock: clock)
      for number in 0..<count {
        let name = try AccountName("person \(number)")
        let id = accounts.newID()
        _ = try await accounts.add(id, name, hash: "hash", zone: "UTC")
        all.people.append(id)
      }
      try await body(&all)
    }
  }

  func join(_ people: Range<Int>, _ tenths: Int64 = 5) async throws {
    for person in people {
      try await accounts.joinComparison(
        self.people[person],
        with: [.gender: tenths],
        minimum: Self.minimum
      )
    }
  }

  func note(_ person: Int, _ shares: [Dimension: Int64]) async throws {
    try await accounts.updateShares(shares, of: people[person], minimum: Self.minimum)
  }

  /// Returns the sum shown to an account; nil if no other account counts.
  func shownSum(_ person: Int) async throws -> ShareSum? {
    try await accounts.otherShares(besides: people[person]).first { $0.dimension == .gender }
  }

  func nextDay() { clock.advance(by: .hours(24)) }
}

@Suite struct `Comparing shelves` {
  @Test func `is off until an account opts in`() async throws {
    try await ComparisonFixture.run(1) { all in
      #expect(!(try await all.accounts.isInComparison(all.people[0])))
      try await all.note(0, [.gender: 5])
      #expect(!(try await all.accounts.isInComparison(all.people[0])))
      try await all.join(0..<1)
      #expect(try await all.accounts.isInComparison(all.people[0]))
    }
  }

  @Test func `starts the day after the sixth opt-in, without the person's own shelf`() async throws
  {
    try await ComparisonFixture.run(6) { all in
      try await all.join(0..<5)
      all.nextDay()
      #expect(try await all.shownSum(0) == nil)
      try await all.join(5..<6, 10)
      #expect(try await all.shownSum(0) == nil)
      all.nextDay()
      #expect(
        try await all.shownSum(0) == ShareSum(dimension: .gender, tenths: 30, accounts: 5)
      )
      #expect(
        try await all.shownSum(5) == ShareSum(dimension: .gender, tenths: 25, accounts: 5)
      )
    }
  }

  @Test func `adds newcomers in groups of six`() async throws {
    try await ComparisonFixture.run(13) { all in
      try await all.join(0..<6)
      all.nextDay()
      for person in 6..<12 {
        #expect(try await all.shownSum(0)?.accounts == 5)
        try await all.join(person..<person + 1, 10)
        #expect(try await all.shownSum(0)?.accounts == 5)
        if person < 11 { all.nextDay() }
      }
      all.nextDay()
      #expect(try await all.shownSum(0)?.accounts == 11)
      #expect(try await all.shownSum(12)?.accounts == 12)
    }
  }

  @Test func `ends at once for an account, and its group waits`() async throws {
    try await ComparisonFixture.run(13) { all in
      try await all.join(0..<6)
      try await all.join(6..<12)
      all.nextDay()
      #expect(try await all.shownSum(0)?.accounts == 11)
      try await all.accounts.leave(all.people[7])
      #expect(!(try await all.accounts.isInComparison(all.people[7])))
      #expect(try await all.shownSum(0)?.accounts == 5)
      #expect(try await all.shownSum(8)?.accounts == 6)
      all.nextDay()
      #expect(try await all.shownSum(0)?.accounts == 5)
      try await all.join(12..<13)
      all.nextDay()
      #expect(try await all.shownSum(0)?.accounts == 11)
      try await all.accounts.remove(all.people[0])
      #expect(try await all.shownSum(1)?.accounts == 6)
    }
  }

  @Test func `samples each shelf once a day, and counts it from the next day`() async throws {
    try await ComparisonFixture.run(6) { all in
      try await all.join(0..<6, 5)
      all.nextDay()
      try await all.note(1, [.gender: 9])
      try await all.note(1, [.gender: 0])
      #expect(try await all.shownSum(0)?.tenths == 25)
      all.nextDay()
      #expect(try await all.shownSum(0)?.tenths == 29)
      try await all.note(1, [.gender: 0])
      #expect(try await all.shownSum(0)?.tenths == 29)
      all.nextDay()
      #expect(try await all.shownSum(0)?.tenths == 20)
    }
  }

  @Test func `omits a dimension immediately when too little is known about it`() async throws {
    try await ComparisonFixture.run(6) { all in
      try await all.join(0..<6)
      all.nextDay()
      try await all.note(3, [.cultural: 5])
      #expect(try await all.shownSum(0) == nil)
      #expect(try await all.accounts.isInComparison(all.people[3]))
      try await all.note(3, [.gender: 5])
      #expect(try await all.shownSum(0) == nil)
      all.nextDay()
      #expect(try await all.shownSum(0)?.accounts == 5)
    }
  }

  /// Accounts join, leave, fill or empty their shelf in random order.
  ///
  /// Two successive sums never differ by a single account that joined or left.
  @Test func `never shows two sums that differ by a single shelf`() async throws {
    try await ComparisonFixture.run(24) { all in
      var random = SeededGenerator(seed: 7)
      var before = 0
      for _ in 0..<200 {
        let person = 1 + Int(random.next() % 23)
        switch random.next() % 4 {
        case 0, 1: try await all.join(person..<person + 1)
        case 2: try await all.accounts.leave(all.people[person])
        default: try await all.note(person, random.next() % 2 == 0 ? [:] : [.gender: 3])
        }
        let now = Int(try await all.shownSum(0)?.accounts ?? 0)
        #expect(now <= before, "who comes counts from the next day")
        #expect(now == before || before - now >= 6)
        all.nextDay()
        let next = Int(try await all.shownSum(0)?.accounts ?? 0)
        #expect(next == now || next - now >= 6)
        before = next
      }
    }
  }

  @Test func `is included in a copy of the accounts`() async throws {
    try await withScratchFolder { folder in
      let environment = LogEnvironment(clock: ManualClock(at: .scratchStart), seed: 1)
      let database = try await SQLiteDatabase.open(path: folder + "/accounts.sqlite")
      let accounts = try await Accounts.open(database, environment: environment)
      let id = accounts.newID()
      _ = try await accounts.add(id, AccountName("anna"), hash: "hash", zone: "UTC")
      let before = try await Accounts.digest(of: database)
      try await accounts.joinComparison(id, with: [.gender: 5], minimum: 5)
      #expect(try await Accounts.digest(of: database) != before)
    }
  }
}
