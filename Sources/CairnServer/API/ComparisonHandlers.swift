import Cairn
import CairnHTTP

/// The handlers of `/api/v1/account/comparison`: opting in to shelf comparison.
enum ComparisonHandlers {
  private static let shape: JSONSchema = ["takes_part": .bool, "least": .optional(.count)]

  static let show = Endpoint.owner(
    "Get whether your shelf takes part in the comparison.",
    gives: .json(shape)
  ) { context in
    try await response(context)
  }

  static let set = Endpoint.owner(
    "Join or leave the comparison of shelf diversity.",
    body: [SchemaField(required: "takes_part", .bool, "whether your shelf takes part")],
    gives: .json(shape)
  ) { context in
    try await context.setComparison(context.body.bool("takes_part"))
    return try await response(context)
  }

  private static func response(_ context: AuthenticatedContext) async throws -> HTTPResponse {
    HTTPResponse(
      .members(
        ("takes_part", .bool(try await context.isInComparison())),
        ("least", .number(context.server.dependencies.minimumComparisonGroup))
      )
    )
  }
}
