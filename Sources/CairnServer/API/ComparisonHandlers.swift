import Cairn
import CairnHTTP

/// `/api/v1/account/comparison`: whether one's shelf is compared with those of others.
enum ComparisonHandlers {
  private static let shape: Shape = ["takes_part": .bool, "least": .optional(.count)]

  static let show = Endpoint.owner(
    "Whether your shelf is compared with those of others.",
    gives: .json(shape)
  ) { visit in
    try await answer(visit)
  }

  static let set = Endpoint.owner(
    "Compare the diversity of your shelf with those of others, or no more.",
    body: [Member(needed: "takes_part", .bool, "whether it is compared")],
    gives: .json(shape)
  ) { visit in
    try await visit.setCompared(visit.body.bool("takes_part"))
    return try await answer(visit)
  }

  private static func answer(_ visit: Visit) async throws -> HTTPResponse {
    HTTPResponse(
      .members(
        ("takes_part", .bool(try await visit.isCompared())),
        ("least", .number(visit.server.world.leastCompared))
      )
    )
  }
}
