import Cairn
import CairnHTTP
import CairnJSON
import CairnStore

extension ListeningSessionHandlers {
  private static let batchLimit = 100

  static let addAll = ConnectedEndpoint(
    "Report up to 100 sessions at once; each succeeds or fails independently.",
    body: [
      SchemaField(
        required: "sessions",
        .list(.anything, limit: batchLimit),
        "the sessions, each as in a single request; `localId` identifies it in the response"
      )
    ],
    gives: .payload(BatchOutcomes.self)
  ) { context in
    let body = try ConnectedBody(context.request)
    guard case .array(let items)? = body["sessions"] else {
      throw DialectError.invalid("Missing required fields: sessions")
    }
    guard items.count <= batchLimit else {
      throw DialectError.invalid("Batch size too large: maximum \(batchLimit) sessions per request")
    }
    let (zone, now) = (context.zone.name, context.now)
    return try await context.write(.ok) { writer in
      let outcomes = items.map { item in
        BatchOutcome(item, named: "storyId", context.problem) { body in
          let payload = try SessionPayload(body, key: nil, now: now)
          return try payload.upsert(in: writer, zone: zone).id.record.text
        }
      }
      writer.title = "\(outcomes.count { $0.error == nil }) listening sessions tracked"
      return .enveloped(BatchOutcomes(all: outcomes).json, nil)
    }
  }
}

/// The result of one item of a batch.
struct BatchOutcome: Sendable {
  private let localID: String?
  /// The member repeated in the result: the title or story of the item, or null.
  private let name: (member: String, value: String?)
  private let serverID: String?
  let error: String?

  /// Runs `body`, which returns the id on the server; a rejected item changes nothing.
  ///
  /// `named` is the member repeated in the result, so that a person recognises the item; `problem` translates
  /// an error.
  init(
    _ item: JSON,
    named name: String,
    _ problem: (any Error) -> Problem,
    _ body: (ConnectedBody) throws -> String
  ) {
    let payload = try? ConnectedBody(item)
    localID = Self.text(payload, "localId") ?? Self.text(payload, "id")
    self.name = (name, Self.text(payload, name))
    switch Result(catching: { try body(ConnectedBody(item)) }) {
    case .success(let id): (serverID, error) = (id, nil)
    case .failure(let failure): (serverID, error) = (nil, Self.message(of: problem(failure)))
    }
  }

  private static func message(of problem: Problem) -> String {
    problem.code == "story.not_found" ? "Story not found" : problem.detail
  }

  private static func text(_ body: ConnectedBody?, _ name: String) -> String? {
    try? body?.text(name, limit: 200)
  }

  /// Returns the ids of the stories created, from the response.
  static func stories(in answer: JSON) -> [Identifier<Story>] {
    guard case .array(let rows)? = answer["results"]?["created"] else { return [] }
    return rows.compactMap { Identifier<Story>(payload: $0["serverId"]) }
  }

  static let createdFields = JSONFields<BatchOutcome>(
    [.init("localId", \.localID), .init("serverId") { $0.serverID ?? "" }],
    nameFields
  )

  static let failedFields = JSONFields<BatchOutcome>(
    [.init("localId", \.localID)],
    nameFields,
    [.init("error") { $0.error ?? "" }]
  )

  private static let nameFields: [JSONField<BatchOutcome>] = [
    .optional("title") { $0.value(of: "title") },
    .optional("storyId") { $0.value(of: "storyId") },
  ]

  private func value(of member: String) -> String?? {
    name.member == member ? .some(name.value) : nil
  }
}

/// The results of all items of a batch.
struct BatchOutcomes: JSONModel {
  let all: [BatchOutcome]

  private var created: [BatchOutcome] { all.filter { $0.error == nil } }
  private var failed: [BatchOutcome] { all.filter { $0.error != nil } }

  static let fields = JSONFields<BatchOutcomes>(
    named: "BatchOutcomes",
    [
      .init("success", \.failed.isEmpty),
      .init("created", \.created.count),
      .init("failed", \.failed.count),
      .init("total", \.all.count),
      .object(
        "results",
        { $0 },
        [
          .list("created", \.created, BatchOutcome.createdFields),
          .list("failed", \.failed, BatchOutcome.failedFields),
        ]
      ),
    ]
  )
}
