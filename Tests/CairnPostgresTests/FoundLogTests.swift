import Cairn
import CairnPostgres
import CairnStore
import CairnTestKit
import Testing

/// The account directory, in `home`, restored from before a move (docs/operate-postgres.md, Several databases).
@Suite struct `A log with a stale directory entry` {
  /// The directory predates the last move; with `back`, the database it names had the log once before.
  @Test(arguments: [false, true])
  func `is found in the database of its latest move`(back: Bool) async throws {
    let moved = try await MovedLog(with: "Emma")
    if back { for shard in ["west", nil] { try await moved.move(to: shard) } }
    try await moved.move(to: "west")
    let epoch = try await moved.open().syncHead().epoch
    try await moved.open().add("Dune")
    try await moved.forgetMoves()
    #expect(try await moved.move(to: "west"))
    #expect(try await moved.writableShards() == ["west"])
    let log = try await moved.open()
    #expect(Set(try await log.books().map(\.title)) == ["Emma", "Dune"])
    #expect(try await log.syncHead().epoch != epoch)
    try await moved.move(to: nil)
    #expect(try await moved.open().books().count == 2)
  }

  /// `home` was restored with its old copy of the log, which was served again.
  @Test func `replaces its older copy unless that has newer writes`()
    async throws
  {
    let moved = try await Self.restored()
    let before = try await moved.copy(of: moved.home)
    #expect(try await moved.open().books().map(\.title) == ["Emma"])
    try await moved.open().add("Hyperion")
    for _ in 0..<2 {
      let error = await #expect(throws: CairnError.self) { try await moved.move(to: "west") }
      #expect(error?.code == "storage.log_exists")
      #expect(error?.message.contains("1 history entry is only in the log") == true)
      #expect(try await moved.open().books().count == 2)
    }
    try await moved.restore(before, in: moved.home)
    #expect(try await moved.move(to: "west"))
    #expect(try await moved.rows(in: moved.home) == "")
    #expect(Set(try await moved.open().books().map(\.title)) == ["Emma", "Dune"])
  }

  /// The first move that finds the log is killed after that many transactions.
  @Test func `is found after an interrupted recovery`() async throws {
    let all = try await Self.restored().transactionsOfMove()
    for transactions in 0...all {
      let moved = try await Self.restored()
      _ = try? await moved.move(to: "west", TransactionBudget(transactions))
      try await moved.move(to: "west")
      #expect(
        try await moved.writableShards() == ["west"],
        "cut off after \(transactions) of \(all)"
      )
      #expect(Set(try await moved.open().books().map(\.title)) == ["Emma", "Dune"])
    }
  }

  /// Returns a log with one more line in `west` than in `home`, which was restored from before the move.
  private static func restored() async throws -> MovedLog {
    let moved = try await MovedLog(with: "Emma")
    let before = try await moved.copy(of: moved.home)
    try await moved.move(to: "west")
    try await moved.open().add("Dune")
    try await moved.forgetMoves()
    try await moved.restore(before, in: moved.home)
    return moved
  }

  /// The directory does not know that the log was moved to `west`.
  @Test func `cannot move until it is found, and is removed with its account`() async throws {
    let moved = try await Self.restored()
    let servers = [nil: moved.home, "west": moved.west, "gone": PostgresServer("host=/nowhere")]
    for place in [nil, "gone"] {
      let error = await #expect(throws: CairnError.self) {
        try await moved.move(to: place, among: servers)
      }
      #expect(error?.code == "storage.log_exists" && error?.message.contains("“west”") == true)
    }
    try await moved.logMove(among: servers).remove()
    for server in [moved.home, moved.west] { #expect(try await moved.rows(in: server) == "") }
  }

  @Test func `is removed with its account from every database`()
    async throws
  {
    let moved = try await MovedLog(with: "Emma")
    let before = try await moved.copy(of: moved.home)
    for shard in ["west", nil, "west"] { try await moved.move(to: shard) }
    try await moved.forgetMoves(touching: "west")
    try await moved.restore(before, in: moved.home)
    try await moved.logMove().remove()
    for server in [moved.home, moved.west] { #expect(try await moved.rows(in: server) == "") }
    #expect(try await moved.writableShards() == [])
  }
}
