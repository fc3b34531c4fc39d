import Cairn
import CairnStore
import CairnSync
import CairnTestKit

/// The network to a server, which may lose or repeat requests and responses.
struct Line {
  /// The percentage of requests that are lost, of responses that are lost, and of repeated requests.
  let loss: Int
  /// The maximum page size; small, so that there are many pages.
  let page: Int

  /// A lost request or response.
  struct Cut: Error {}

  func transport(to server: Log, _ chance: SharedChance) -> SyncTransport {
    { call in
      if chance.isUnder(loss) { throw Cut() }
      let reply = try await answer(call, server)
      if chance.isUnder(loss) { throw Cut() }
      return chance.isUnder(loss) ? try await answer(call, server) : reply
    }
  }

  /// Responds like the handlers of the server.
  private func answer(_ call: SyncRequest, _ log: Log) async throws -> SyncResponse {
    do {
      return SyncResponse(status: 200, body: try await body(call, log))
    } catch is EpochMismatch {
      return SyncResponse(status: 409, body: Array(#"{"code":"sync.epoch_mismatch"}"#.utf8))
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

/// A random number generator shared by a network and a history.
final class SharedChance: @unchecked Sendable {
  // One history runs at a time and draws its numbers sequentially.
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  func isUnder(_ percent: Int) -> Bool { number(below: 100) < percent }

  func one<Element>(of all: [Element]) -> Element { all[number(below: all.count)] }

  func bits() -> UInt64 { generator.next() }
}
