import Cairn
import CairnHTTP
import CairnStore

extension ListeningSessionHandlers {
  private static let batchLimit = 100

  static let addAll = Endpoint(
    "Report up to 100 sessions at once; each succeeds or fails independently.",
    body: [
      SchemaField(
        required: "sessions",
        .list(.anything, limit: batchLimit),
        "the sessions, each as in a single request; `localId` identifies it in the response"
      )
    ],
    gives: .json(.payload(.outcomes))
  ) { context in
    let body = try ListeningBody(context.request)
    guard case .array(let items)? = body["sessions"] else {
      throw DialectError.invalid("Missing required fields: sessions")
    }
    guard items.count <= batchLimit else {
      throw DialectError.invalid("Batch size too large: maximum \(batchLimit) sessions per request")
    }
    let (zone, now) = (context.zone.name, context.now)
    return try await context.write { writer in
      let outcomes = items.map { item in
        BatchOutcome(item, named: "storyId") { body in
          let payload = try SessionPayload(body, key: nil, now: now)
          return try payload.upsert(in: writer, zone: zone).id.record.text
        }
      }
      writer.title = "\(outcomes.count { $0.error == nil }) listening sessions tracked"
      return .enveloped(BatchOutcome.json(outcomes), nil)
    }
  }
}

/// The result of one item of a batch.
struct BatchOutcome: Sendable {
  private let localID: String?
  private let name: JSON.Member
  private let serverID: String?
  let error: String?

  /// Runs `body`, which returns the id on the server; a rejected item changes nothing.
  ///
  /// `named` is the member repeated in the result, so that a person recognises the item.
  init(_ item: JSON, named name: String, _ body: (ListeningBody) throws -> String) {
    let payload = try? ListeningBody(item)
    localID = Self.text(payload, "localId") ?? Self.text(payload, "id")
    self.name = JSON.Member(name, .text(Self.text(payload, name)))
    switch Result(catching: { try body(ListeningBody(item)) }) {
    case .success(let id): (serverID, error) = (id, nil)
    case .failure(let failure): (serverID, error) = (nil, Self.message(of: failure))
    }
  }

  private static func message(of failure: any Error) -> String {
    let problem = Problem(failure)
    return problem.code == "story.not_found" ? "Story not found" : problem.detail
  }

  private static func text(_ body: ListeningBody?, _ name: String) -> String? {
    try? body?.text(name, limit: 200)
  }

  private var members: [JSON.Member] {
    let payload = serverID.map { JSON.Member("serverId", .string($0)) }
    let failure = error.map { JSON.Member("error", .string($0)) }
    return [.init("localId", .text(localID))] + [payload, name, failure].compactMap(\.self)
  }

  /// Returns the ids of the stories created, from the response.
  static func stories(in answer: JSON) -> [Identifier<Story>] {
    guard case .array(let rows)? = answer["results"]?["created"] else { return [] }
    return rows.compactMap { Identifier<Story>(payload: $0["serverId"]) }
  }

  static func json(_ all: [BatchOutcome]) -> JSON {
    let (done, failed) = (all.filter { $0.error == nil }, all.filter { $0.error != nil })
    return .members(
      ("success", .bool(failed.isEmpty)),
      ("created", .integer(Int64(done.count))),
      ("failed", .integer(Int64(failed.count))),
      ("total", .integer(Int64(all.count))),
      (
        "results",
        .members(
          ("created", .array(done.map { .object($0.members) })),
          ("failed", .array(failed.map { .object($0.members) }))
        )
      )
    )
  }
}

extension JSONSchema {
  private static func outcome(_ more: String) -> JSONSchema {
    .object([
      SchemaField(required: "localId", .optional(.string)), SchemaField(required: more, .string),
      SchemaField("title", .optional(.string)), SchemaField("storyId", .optional(.string)),
    ])
  }

  static let outcomes = JSONSchema.named(
    "BatchOutcomes",
    [
      "success": .bool, "created": .count, "failed": .count, "total": .count,
      "results": ["created": .list(outcome("serverId")), "failed": .list(outcome("error"))],
    ]
  )
}
