import Cairn
import CairnHTTP
import CairnStore
import CairnSync

/// `/api/v1/sync`: how a device and this server come to agree (docs/sync.md).
enum SyncHandlers {
  private static let type = "application/json"

  static let hello = Endpoint(
    "Say on which timeline the log is, and the number of its last change.",
    gives: .json(["proto": .count, "epoch": .id, "head": .count])
  ) { visit in
    let (epoch, head) = try await visit.log.syncHead()
    return HTTPResponse(.ok, type: type, body: SyncHello(epoch: epoch, head: head).encode())
  }

  static let push = Endpoint(
    "Take in what was done on a device; sent again it changes nothing.",
    files: [type],
    gives: .json(["results": .list(.object([Member("mutation", .id)]))])
  ) { visit in
    let verdicts = try await onOneTimeline {
      try await visit.log.takeIn(SyncPush(visit.request.body))
    }
    return HTTPResponse(.ok, type: type, body: SyncVerdicts(verdicts).encode())
  }

  static let pull = Endpoint(
    "Give what changed since a device asked last.",
    files: [type],
    gives: .json(["epoch": .id, "next_record": .count, "next_line": .count, "more": .bool])
  ) { visit in
    let page = try await onOneTimeline {
      try await visit.log.syncPage(SyncPull(visit.request.body))
    }
    return HTTPResponse(.ok, type: type, body: page.encode())
  }

  private static func onOneTimeline<Value>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    do { return try await body() } catch is OtherEpoch {
      throw CairnError(
        "sync.other_epoch",
        "The log is on another timeline: it was restored, or is another than before.",
        hint: "Ask /api/v1/sync/hello, and compare everything anew."
      )
    }
  }
}
