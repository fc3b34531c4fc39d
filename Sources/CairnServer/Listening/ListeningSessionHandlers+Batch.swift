import Cairn
import CairnHTTP
import CairnStore

extension ListeningSessionHandlers {
  private static let mostAtOnce = 100

  static let addAll = Endpoint(
    "Tell of up to 100 sessions at once: each is kept or not, whatever becomes of the others.",
    body: [
      SchemaField(
        required: "sessions",
        .list(.anything, limit: mostAtOnce),
        "each as for one; its localId names it in the answer"
      )
    ],
    gives: .json(.told(.outcomes))
  ) { context in
    let body = try ListeningBody(context.request)
    guard case .array(let items)? = body["sessions"] else {
      throw DialectError.invalid("Missing required fields: sessions")
    }
    guard items.count <= mostAtOnce else {
      throw DialectError.invalid("Batch size too large: maximum \(mostAtOnce) sessions per request")
    }
    let (zone, now) = (context.zone.name, context.now)
    return try await context.write("Listen") { writer in
      let outcomes = items.map { item in
        BatchOutcome(item, named: "storyId") { body in
          let told = try SessionPayload(body, key: nil, now: now)
          return try told.keep(in: writer, zone: zone).id.record.text
        }
      }
      writer.title = "Listen to \(outcomes.count { $0.error == nil }) sessions"
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
    let told = try? ListeningBody(item)
    localID = Self.text(told, "localId") ?? Self.text(told, "id")
    self.name = JSON.Member(name, .text(Self.text(told, name)))
    switch Result(catching: { try body(ListeningBody(item)) }) {
    case .success(let id): (serverID, error) = (id, nil)
    case .failure(let flaw): (serverID, error) = (nil, Self.words(of: flaw))
    }
  }

  private static func words(of flaw: any Error) -> String {
    let problem = Problem(flaw)
    return problem.code == "story.not_found" ? "Story not found" : problem.detail
  }

  private static func text(_ body: ListeningBody?, _ name: String) -> String? {
    try? body?.text(name, most: 200)
  }

  private var members: [JSON.Member] {
    let told = serverID.map { JSON.Member("serverId", .string($0)) }
    let flaw = error.map { JSON.Member("error", .string($0)) }
    return [.init("localId", .text(localID))] + [told, name, flaw].compactMap(\.self)
  }

  /// Returns the ids of the stories created, from the response.
  static func stories(in answer: JSON) -> [Identifier<Story>] {
    guard case .array(let rows)? = answer["results"]?["created"] else { return [] }
    return rows.compactMap { Identifier<Story>(told: $0["serverId"]) }
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
