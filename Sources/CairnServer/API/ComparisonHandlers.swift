import Cairn
import CairnHTTP

/// `/api/v1/account/comparison`: whether one's shelf is compared with those of others.
enum ComparisonHandlers {
  private static let shape: JSONSchema = ["takes_part": .bool, "least": .optional(.count)]

  static let show = Endpoint.owner(
    "Whether your shelf is compared with those of others.",
    gives: .json(shape)
  ) { context in
    try await answer(context)
  }

  static let set = Endpoint.owner(
    "Compare the diversity of your shelf with those of others, or no more.",
    body: [SchemaField(needed: "takes_part", .bool, "whether it is compared")],
    gives: .json(shape)
  ) { context in
    try await context.setCompared(context.body.bool("takes_part"))
    return try await answer(context)
  }

  private static func answer(_ context: AuthenticatedContext) async throws -> HTTPResponse {
    HTTPResponse(
      .members(
        ("takes_part", .bool(try await context.isCompared())),
        ("least", .number(context.server.dependencies.leastCompared))
      )
    )
  }
}
