import Cairn
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/climbing`: catalogues and completions for forms.
enum ClimbingHandlers {
  static let tags = Endpoint(
    "List the built-in tags; any other word is a custom tag.",
    gives: .json(["tags": .list(["tag": .string, "category": .string, "name": .string])])
  ) { _ in
    let tags = ClimbTag.catalogue.map { tag in
      JSON.members(
        ("tag", .string(tag.text)),
        ("category", .string(tag.category.name)),
        ("name", .string(tag.name))
      )
    }
    return HTTPResponse(.members(("tags", .array(tags))))
  }

  static let scales = Endpoint(
    "List the scales with their grades, easiest first.",
    gives: .json([
      "scales": .list([
        "name": .string, "title": .string, "boulders": .bool, "chosen": .bool,
        "grades": .list(.string),
      ])
    ])
  ) { context in
    let chosen = try await context.log.ownScales()
    let scales = GradeScale.all.map { scale in
      JSON.members(
        ("name", .string(scale.name)),
        ("title", .string(scale.title)),
        ("boulders", .bool(scale.isForBoulders)),
        ("chosen", .bool(chosen.contains(scale))),
        ("grades", .array(scale.grades.map { .string($0) }))
      )
    }
    return HTTPResponse(.members(("scales", .array(scales))))
  }

  static let names = Endpoint(
    "List the names of climbs, most recently climbed first.",
    gives: .json(["names": .list(.string)])
  ) { context in
    HTTPResponse(list("names", try await context.log.climbNames()))
  }

  static let places = Endpoint(
    "List your gyms and crags, most recent first.",
    gives: .json(["places": .list(.string)])
  ) { context in
    HTTPResponse(list("places", try await context.log.climbingPlaces()))
  }

  private static func list(_ name: String, _ words: [String]) -> JSON {
    .members((name, .array(words.map { .string($0) })))
  }
}

extension Log {
  /// Returns the person's two preferred grade scales, bouldering first.
  func ownScales() async throws -> [GradeScale] {
    let all = try await settings()
    return [Setting.boulderScale, .routeScale].compactMap { setting in
      let value = all.first { $0.setting == setting }?.value
      return GradeScale(name: value ?? setting.standard)
    }
  }
}
