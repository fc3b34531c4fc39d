import Cairn
import CairnHTTP
import CairnJSON
import CairnStore
import CairnSync
import CairnAccounts

/// The handlers of `/api/v1/sync`, the sync protocol between a device and this server (docs/sync.md).
enum SyncHandlers {
  private static let type = "application/json"

  private static let result = JSONSchema.object([
    SchemaField(required: "mutation", .id), SchemaField("stamp", .string),
    SchemaField("code", .string),
    SchemaField("reason", .string),
  ])
  /// Records and history entries have the schema of the log export (docs/schema/cairn-log.schema.json).
  private static let page = JSONSchema.object([
    SchemaField(required: "epoch", .id), SchemaField(required: "records", .list(.anything)),
    SchemaField(required: "mutations", .list(.anything)),
    SchemaField(required: "next_record", .count),
    SchemaField(required: "next_mutation", .count), SchemaField(required: "more", .bool),
    SchemaField("unknown", .list(.id)), SchemaField("count", .count), SchemaField("sum", .string),
  ])

  static let hello = Endpoint(
    "Get the log’s id, epoch and last change number.",
    gives: .json([
      "proto": .count, "log": .id, "epoch": .id, "head": .count, "account": .optional(.string),
    ])
  ) { context in
    var head = try await context.log.syncHead()
    head.account = context.identity?.account.name
    return HTTPResponse(.ok, type: type, body: head.encode())
  }

  static let push = Endpoint(
    "Push a device’s mutations; idempotent.",
    files: [type],
    gives: .json(["results": .list(result)])
  ) { context in
    let push = try SyncPush(context.request.body)
    let results = try await onCurrentEpoch { try await context.log.applyPush(push) }
    if let browser = BrowserName(of: context.request) {
      let nodes = Set(push.mutations.map { $0.mutation.stamp.node })
      try await context.log.suggest(browser.text, for: nodes)
    }
    return HTTPResponse(.ok, type: type, body: PushResults(results).encode())
  }

  static let pull = Endpoint(
    "Pull the changes since a device’s cursor.",
    files: [type],
    gives: .json(page)
  ) { context in
    let page = try await onCurrentEpoch {
      try await context.log.syncPage(SyncPull(context.request.body))
    }
    return HTTPResponse(.ok, type: type, body: page.encode())
  }

  private static let offline = JSONSchema.object([
    SchemaField(required: "log", .id), SchemaField(required: "epoch", .id),
    SchemaField(required: "node", .string), SchemaField(required: "knowledge", .string),
    SchemaField(required: "at", .count), SchemaField(required: "zones", .list(.anything)),
    SchemaField(required: "records", .list(.anything)),
    SchemaField(required: "earlier", .list(.anything)), SchemaField(required: "climbed", .anything),
    SchemaField(required: "tried", .list(.string)), SchemaField(required: "sent", .list(.string)),
    SchemaField(required: "unknown", .list(.id)),
  ])

  static let snapshot = Endpoint(
    "Get the snapshot a browser needs to work offline.",
    body: [
      SchemaField(
        "confirm",
        .list(.id, limit: 10_000),
        "ids of mutations it sent before, to confirm"
      )
    ],
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

  private static func onCurrentEpoch<Value>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    do { return try await body() } catch is EpochMismatch {
      throw CairnError(
        "sync.epoch_mismatch",
        "The epoch is stale: the log was restored or replaced.",
        hint: "Request /api/v1/sync/hello, and compare everything again."
      )
    }
  }
}
