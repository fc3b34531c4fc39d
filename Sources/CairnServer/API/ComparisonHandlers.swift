import Cairn
import CairnHTTP

/// The handlers of `/api/v1/account/comparison`: opting in to shelf comparison.
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
    body: [SchemaField(required: "takes_part", .bool, "whether it is compared")],
    gives: .json(shape)
  ) { context in
    try await context.setComparison(context.body.bool("takes_part"))
    return try await answer(context)
  }

  private static func answer(_ context: AuthenticatedContext) async throws -> HTTPResponse {
    HTTPResponse(
      .members(
        ("takes_part", .bool(try await context.isInComparison())),
        ("least", .number(context.server.dependencies.minimumComparisonGroup))
      )
    )
  }
}
