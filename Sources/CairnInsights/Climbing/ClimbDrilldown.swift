public import Cairn

/// The climbs that a figure counts, or those that it excludes for one reason.
public struct ClimbDrilldown: Sendable, Equatable {
  /// The reason for the exclusion; nil for the climbs that count.
  public let reason: String?
  /// The climbs, newest first.
  public let climbs: [Identifier<Climb>]

  /// The figures whose climbs can be listed.
  public static let insights: [Insight] = [.climbing, .pyramid, .rates, .climbTags]
}

extension ClimbingHistory {
  /// Returns the climbs that a figure counts, then those it excludes, grouped by reason.
  ///
  /// Figures outside ``ClimbDrilldown/insights`` count all climbs. `isIncluded` selects climbs by
  /// discipline and scale; the scale is nil for a climb without a grade.
  public func climbs(
    behind insight: Insight,
    where isIncluded: (Discipline?, GradeScale?) -> Bool = { _, _ in true }
  ) -> [ClimbDrilldown] {
    let marked = Set(marks.map { $0.climb })
    var parts: [String?: [ClimbFact]] = [nil: []]
    for (index, climb) in climbs.enumerated() {
      guard isIncluded(climb.discipline, climb.grade.map { grades[$0].scale }) else { continue }
      let reason =
        switch insight {
        case .pyramid: ungraded(climb)
        case .rates: unrated(climb)
        case .climbTags: marked.contains(index) ? nil : "no tag"
        default: nil as String?
        }
      parts[reason, default: []].append(climb)
    }
    return parts.sorted { ($0.key ?? "") < ($1.key ?? "") }.map { reason, climbs in
      let newest = climbs.sorted { ($1.day, $1.id) < ($0.day, $0.id) }
      return ClimbDrilldown(reason: reason, climbs: newest.map { $0.id })
    }
  }

  private func ungraded(_ climb: ClimbFact) -> String? {
    guard let grade = climb.grade else { return Exclusion.ungraded(0).reason }
    return grades[grade].isOrdered ? nil : Exclusion.unordered(0).reason
  }

  private func unrated(_ climb: ClimbFact) -> String? {
    if climb.isImported { return Exclusion.imported(0).reason }
    return climb.sums.attempts > 0 ? nil : "no attempt"
  }
}
