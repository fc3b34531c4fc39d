import CairnHTTP
import CairnJSON

/// The handlers of `/api/v1/account/comparison`: opting in to shelf comparison.
enum ComparisonHandlers {
  private static let fields: JSONFields<(takesPart: Bool, minimum: Int64?)> = [
    .init("enabled") { $0.takesPart },
    .init("minimum_group_size") { $0.minimum },
  ]

  static let show = Endpoint.owner(
    "Get whether your shelf takes part in the comparison.",
    gives: .json(fields)
  ) { context in
    try await response(context)
  }

  static let set = Endpoint.owner(
    "Join or leave the comparison of shelf diversity.",
    body: [SchemaField(required: "enabled", .bool, "whether your shelf takes part")],
    gives: .json(fields)
  ) { context in
    try await context.setComparison(context.body.bool("enabled"))
    return try await response(context)
  }

  private static func response(_ context: AuthenticatedContext) async throws -> HTTPResponse {
    let minimum = context.server.dependencies.minimumComparisonGroup
    return HTTPResponse(fields.json((try await context.isInComparison(), minimum)))
  }
}
