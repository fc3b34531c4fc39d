import Cairn
import CairnHTTP
import CairnStore
import CairnSync

/// `/api/v1/sync`: how a device and this server come to agree (docs/sync.md).
enum SyncHandlers {
  private static let type = "application/json"

  private static let result = JSONSchema.object([
    SchemaField(needed: "mutation", .id), SchemaField("stamp", .words), SchemaField("code", .words),
    SchemaField("reason", .words),
  ])
  /// Records and lines are those of the exported log (docs/schema/cairn-log.schema.json).
  private static let page = JSONSchema.object([
    SchemaField(needed: "epoch", .id), SchemaField(needed: "records", .list(.anything)),
    SchemaField(needed: "lines", .list(.anything)), SchemaField(needed: "next_record", .count),
    SchemaField(needed: "next_line", .count), SchemaField(needed: "more", .bool),
    SchemaField("unknown", .list(.id)), SchemaField("count", .count), SchemaField("sum", .words),
  ])

  static let hello = Endpoint(
    "Say which log it is, on which timeline, and the number of its last change.",
    gives: .json([
      "proto": .count, "log": .id, "epoch": .id, "head": .count, "account": .optional(.words),
    ])
  ) { context in
    var head = try await context.log.syncHead()
    head.account = context.identity?.account.name
    return HTTPResponse(.ok, type: type, body: head.encode())
  }

  static let push = Endpoint(
    "Take in what was done on a device; sent again it changes nothing.",
    files: [type],
    gives: .json(["results": .list(result)])
  ) { context in
    let push = try SyncPush(context.request.body)
    let verdicts = try await onOneTimeline { try await context.log.applyPush(push) }
    if let browser = BrowserName(of: context.request) {
      let nodes = Set(push.lines.map { $0.mutation.stamp.node })
      try await context.log.suggest(browser.text, for: nodes)
    }
    return HTTPResponse(.ok, type: type, body: PushResults(verdicts).encode())
  }

  static let pull = Endpoint(
    "Give what changed since a device asked last.",
    files: [type],
    gives: .json(page)
  ) { context in
    let page = try await onOneTimeline {
      try await context.log.syncPage(SyncPull(context.request.body))
    }
    return HTTPResponse(.ok, type: type, body: page.encode())
  }

  private static let offline = JSONSchema.object([
    SchemaField(needed: "log", .id), SchemaField(needed: "epoch", .id), SchemaField(needed: "node", .words),
    SchemaField(needed: "at", .count), SchemaField(needed: "zones", .list(.anything)),
    SchemaField(needed: "records", .list(.anything)),
    SchemaField(needed: "earlier", .list(.anything)), SchemaField(needed: "climbed", .anything),
    SchemaField(needed: "tried", .list(.words)), SchemaField(needed: "sent", .list(.words)),
    SchemaField(needed: "unknown", .list(.id)),
  ])

  static let snapshot = Endpoint(
    "Give a browser what it needs to work without a network.",
    body: [SchemaField("confirm", .list(.id, limit: 10_000), "mutations it sent before")],
    gives: .json(offline)
  ) { context in
    let log = context.log
    let confirm = (context.body.texts("confirm") ?? []).compactMap { RecordID(text: $0) }
    let head = try await log.syncHead()
    let snapshot = try await log.offlineSnapshot(today: context.today(), confirm: confirm)
    let others = snapshot.zones.filter { $0 != context.zone.name }
    let zones = [context.zone] + others.compactMap(log.context.environment.zone)
    let (node, now) = (log.context.node, context.now)
    let body = snapshot.encode(head, node: node, at: now, zones: zones)
    return HTTPResponse(.ok, type: type, body: body)
  }

  private static func onOneTimeline<Value>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    do { return try await body() } catch is EpochMismatch {
      throw CairnError(
        "sync.other_epoch",
        "The log is on another timeline: it was restored, or is another than before.",
        hint: "Ask /api/v1/sync/hello, and compare everything anew."
      )
    }
  }
}
