import Cairn
import CairnStore
import CairnSync
import CairnTestKit

/// The way to a server: what is sent, and what is answered, may be lost or arrive twice.
struct Line {
  /// Of a hundred requests so many are lost, and as many answers; as many arrive twice.
  let loss: Int
  /// The most that a page has: few, so that there are many pages.
  let page: Int

  /// There was no answer.
  struct Cut: Error {}

  func transport(to server: Log, _ chance: SharedChance) -> SyncTransport {
    { call in
      if chance.isUnder(loss) { throw Cut() }
      let reply = try await answer(call, server)
      if chance.isUnder(loss) { throw Cut() }
      return chance.isUnder(loss) ? try await answer(call, server) : reply
    }
  }

  /// As the handlers of the server answer.
  private func answer(_ call: SyncRequest, _ log: Log) async throws -> SyncResponse {
    do {
      return SyncResponse(status: 200, body: try await body(call, log))
    } catch is EpochMismatch {
      return SyncResponse(status: 409, body: Array(#"{"code":"sync.other_epoch"}"#.utf8))
    }
  }

  private func body(_ call: SyncRequest, _ log: Log) async throws -> [UInt8] {
    switch call.path {
    case "/api/v1/sync/hello": return try await log.syncHead().encode()
    case "/api/v1/sync/push":
      return PushResults(try await log.applyPush(SyncPush(call.body ?? []))).encode()
    default:
      var pull = try SyncPull(call.body ?? [])
      pull.limit = page
      return try await log.syncPage(pull).encode()
    }
  }
}

/// Chance that a line and a history draw from in turn.
final class SharedChance: @unchecked Sendable {
  // One history runs at a time, and draws one number after another.
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  func isUnder(_ percent: Int) -> Bool { number(below: 100) < percent }

  func one<Element>(of all: [Element]) -> Element { all[number(below: all.count)] }

  func bits() -> UInt64 { generator.next() }
}
