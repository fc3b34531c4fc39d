import Cairn
import CairnJSON
import CairnStore

/// The handlers of `/api/v1/climbing`: catalogues and completions for forms.
enum ClimbingHandlers {
  static let tags = Endpoint(
    "List the built-in tags; any other word is a custom tag.",
    gives: JSONFields<[ClimbTag]>(list: "tags")
  ) { _ in
    ClimbTag.catalogue
  }

  private static let scaleList: JSONFields<[(scale: GradeScale, isChosen: Bool)]> = [
    .list(
      "scales",
      { $0 },
      [
        .init("name") { $0.scale.name },
        .init("title") { $0.scale.title },
        .init("boulders") { $0.scale.isForBoulders },
        .init("chosen") { $0.isChosen },
        .init("grades") { $0.scale.grades },
      ]
    )
  ]

  static let scales = Endpoint(
    "List the scales with their grades, easiest first.",
    gives: scaleList
  ) { context in
    let chosen = try await context.log.ownScales()
    return GradeScale.all.map { ($0, chosen.contains($0)) }
  }

  static let names = Endpoint(
    "List the names of climbs, most recently climbed first.",
    gives: JSONFields<[String]>(list: "names")
  ) { context in
    try await context.log.climbNames()
  }

  static let places = Endpoint(
    "List your gyms and crags, most recent first.",
    gives: JSONFields<[String]>(list: "places")
  ) { context in
    try await context.log.climbingPlaces()
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
