import Cairn
import CairnHTTP
import CairnStore
import CairnSync

/// `/api/v1/sync`: how a device and this server come to agree (docs/sync.md).
enum SyncHandlers {
  private static let type = "application/json"

  private static let result = Shape.object([
    Member(needed: "mutation", .id), Member("stamp", .words), Member("code", .words),
    Member("reason", .words),
  ])
  /// Records and lines are those of the exported log (docs/schema/cairn-log.schema.json).
  private static let page = Shape.object([
    Member(needed: "epoch", .id), Member(needed: "records", .list(.anything)),
    Member(needed: "lines", .list(.anything)), Member(needed: "next_record", .count),
    Member(needed: "next_line", .count), Member(needed: "more", .bool),
    Member("unknown", .list(.id)), Member("count", .count), Member("sum", .words),
  ])

  static let hello = Endpoint(
    "Say which log it is, on which timeline, and the number of its last change.",
    gives: .json([
      "proto": .count, "log": .id, "epoch": .id, "head": .count, "account": .optional(.words),
    ])
  ) { visit in
    var head = try await visit.log.syncHead()
    head.account = visit.holder?.account.name
    return HTTPResponse(.ok, type: type, body: head.encode())
  }

  static let push = Endpoint(
    "Take in what was done on a device; sent again it changes nothing.",
    files: [type],
    gives: .json(["results": .list(result)])
  ) { visit in
    let push = try SyncPush(visit.request.body)
    let verdicts = try await onOneTimeline { try await visit.log.takeIn(push) }
    if let browser = BrowserName(of: visit.request) {
      let nodes = Set(push.lines.map { $0.mutation.stamp.node })
      try await visit.log.suggest(browser.text, for: nodes)
    }
    return HTTPResponse(.ok, type: type, body: SyncVerdicts(verdicts).encode())
  }

  static let pull = Endpoint(
    "Give what changed since a device asked last.",
    files: [type],
    gives: .json(page)
  ) { visit in
    let page = try await onOneTimeline {
      try await visit.log.syncPage(SyncPull(visit.request.body))
    }
    return HTTPResponse(.ok, type: type, body: page.encode())
  }

  private static let offline = Shape.object([
    Member(needed: "log", .id), Member(needed: "epoch", .id), Member(needed: "node", .words),
    Member(needed: "at", .count), Member(needed: "zones", .list(.anything)),
    Member(needed: "records", .list(.anything)),
    Member(needed: "earlier", .list(.anything)), Member(needed: "climbed", .anything),
    Member(needed: "tried", .list(.words)), Member(needed: "sent", .list(.words)),
    Member(needed: "unknown", .list(.id)),
  ])

  static let snapshot = Endpoint(
    "Give a browser what it needs to work without a network.",
    body: [Member("confirm", .list(.id, limit: 10_000), "mutations it sent before")],
    gives: .json(offline)
  ) { visit in
    let log = visit.log
    let confirm = (visit.body.texts("confirm") ?? []).compactMap { RecordID(text: $0) }
    let head = try await log.syncHead()
    let snapshot = try await log.offlineSnapshot(today: visit.today(), confirm: confirm)
    let others = snapshot.zones.filter { $0 != visit.zone.name }
    let zones = [visit.zone] + others.compactMap(log.context.environment.zone)
    let (node, now) = (log.context.node, visit.now)
    let body = snapshot.encode(head, node: node, at: now, zones: zones)
    return HTTPResponse(.ok, type: type, body: body)
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
