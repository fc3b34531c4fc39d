import Cairn
import CairnReports
import CairnStore

extension CommandContext {
  /// Returns shell completions for a climbing source; none for any other source.
  func climbingCandidates(_ source: String, in log: Log) async throws -> [Candidate] {
    switch source {
    case "climbs":
      guard let session = try await log.climbingNow() else { return [] }
      return Self.named(try await log.climbs(of: session.id).map { ($0.shortID, $0.climb) })
    case "deleted-climbs":
      return Self.named(try await log.deletedClimbs().map { ($0.shortID, $0.climb) })
    case "climb-words":
      return try await log.climbNames().map { Candidate($0) } + grades(in: log)
    case "grades": return try await grades(in: log)
    case "places": return try await log.climbingPlaces().map { Candidate($0) }
    case "partners": return try await log.climbingPartners().map { Candidate($0) }
    case "climb-tags":
      return ClimbTag.catalogue.map { Candidate($0.name, $0.category.label) }
    default: return []
    }
  }

  /// Returns the distinct names of climbs, then their IDs.
  private static func named(_ climbs: [(id: ShortID, climb: Climb)]) -> [Candidate] {
    var names: [String] = []
    for name in climbs.compactMap(\.climb.name) where !names.contains(name) { names.append(name) }
    return names.map { Candidate($0) } + climbs.map { Candidate($0.id.text, $0.climb.title) }
  }

  /// Returns the grades of the person's two scales, boulders first.
  private func grades(in log: Log) async throws -> [Candidate] {
    let all = try await log.settings()
    return [Setting.boulderScale, .routeScale].flatMap { setting -> [Candidate] in
      let value = all.first { $0.setting == setting }?.value ?? setting.standard
      guard let scale = GradeScale(name: value) else { return [] }
      return scale.grades.map { Candidate($0, scale.title) }
    }
  }
}
