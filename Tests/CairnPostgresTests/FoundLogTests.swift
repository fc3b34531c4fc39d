import Cairn
import CairnPostgres
import CairnStore
import CairnTestKit
import Testing

/// The directory, `home`, was restored from before a move (docs/operate-postgres.md, Several databases).
@Suite struct `A log whose last move is not known any more` {
  /// The directory is restored from before the last move; with `back`, what it names then had the log before.
  @Test(arguments: [false, true])
  func `is found again where a later move brought it`(back: Bool) async throws {
    let moved = try await MovedLog(with: "Emma")
    if back { for shard in ["west", nil] { try await moved.move(to: shard) } }
    try await moved.move(to: "west")
    let epoch = try await moved.open().syncHead().epoch
    try await moved.open().add("Dune")
    try await moved.forgetPlace()
    #expect(try await moved.move(to: "west"))
    #expect(try await moved.openPlaces() == ["west"])
    let log = try await moved.open()
    #expect(Set(try await log.books().map(\.title)) == ["Emma", "Dune"])
    #expect(try await log.syncHead().epoch != epoch)
    try await moved.move(to: nil)
    #expect(try await moved.open().books().count == 2)
  }

  /// `home` was restored with its log of before the move, which was served since.
  @Test func `is found again beside the log of before, unless that was written to since`()
    async throws
  {
    let moved = try await Self.restored()
    let before = try await moved.copy(of: moved.home)
    #expect(try await moved.open().books().map(\.title) == ["Emma"])
    try await moved.open().add("Hyperion")
    for _ in 0..<2 {
      let error = await #expect(throws: CairnError.self) { try await moved.move(to: "west") }
      #expect(error?.code == "storage.log_there")
      #expect(error?.message.contains("1 line of history is only in the one") == true)
      #expect(try await moved.open().books().count == 2)
    }
    try await moved.restore(before, in: moved.home)
    #expect(try await moved.move(to: "west"))
    #expect(try await moved.rows(in: moved.home) == "")
    #expect(Set(try await moved.open().books().map(\.title)) == ["Emma", "Dune"])
  }

  /// The process of the move that finds it ends after so many transactions.
  @Test func `is found again wherever that was cut off before`() async throws {
    let all = try await Self.restored().transactionsOfMove()
    for transactions in 0...all {
      let moved = try await Self.restored()
      _ = try? await moved.move(to: "west", Life(transactions))
      try await moved.move(to: "west")
      #expect(try await moved.openPlaces() == ["west"], "cut off after \(transactions) of \(all)")
      #expect(Set(try await moved.open().books().map(\.title)) == ["Emma", "Dune"])
    }
  }

  /// A log with a line more in `west` than in `home`, which was restored from before the move.
  private static func restored() async throws -> MovedLog {
    let moved = try await MovedLog(with: "Emma")
    let before = try await moved.copy(of: moved.home)
    try await moved.move(to: "west")
    try await moved.open().add("Dune")
    try await moved.forgetPlace()
    try await moved.restore(before, in: moved.home)
    return moved
  }

  /// The directory knows neither of the move to `west` nor that it is to be asked.
  @Test func `is not moved elsewhere before it is found, and not left where it is`() async throws {
    let moved = try await Self.restored()
    let servers = [nil: moved.home, "west": moved.west, "gone": PostgresServer("host=/nowhere")]
    for place in [nil, "gone"] {
      let error = await #expect(throws: CairnError.self) {
        try await moved.move(to: place, among: servers)
      }
      #expect(error?.code == "storage.log_there" && error?.message.contains("“west”") == true)
    }
    try await moved.logMove(among: servers).remove()
    for server in [moved.home, moved.west] { #expect(try await moved.rows(in: server) == "") }
  }

  @Test func `is removed with its account wherever it is, whatever the directory knows`()
    async throws
  {
    let moved = try await MovedLog(with: "Emma")
    let before = try await moved.copy(of: moved.home)
    for shard in ["west", nil, "west"] { try await moved.move(to: shard) }
    try await moved.forgetPlace(touching: "west")
    try await moved.restore(before, in: moved.home)
    try await moved.logMove().remove()
    for server in [moved.home, moved.west] { #expect(try await moved.rows(in: server) == "") }
    #expect(try await moved.openPlaces() == [])
  }
}
