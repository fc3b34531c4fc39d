public import Cairn

/// The climbs behind a figure, or those it leaves out by one reason.
public struct ClimbDrilldown: Sendable, Equatable {
  /// Why they are left out; nil for those that count.
  public let reason: String?
  /// The climbs, the newest first.
  public let climbs: [Identifier<Climb>]

  /// The figures whose climbs can be listed.
  public static let insights: [Insight] = [.climbing, .pyramid, .rates, .climbTags]
}

extension ClimbingHistory {
  /// The climbs that count for a figure, then those it leaves out by each reason; of other figures
  /// than ``ClimbDrilldown/insights`` all of them count.
  ///
  /// `ladder` takes only climbs for which it is true; what has no grade has no scale.
  public func climbs(
    behind insight: Insight,
    where isMeant: (Discipline?, GradeScale?) -> Bool = { _, _ in true }
  ) -> [ClimbDrilldown] {
    let marked = Set(marks.map { $0.climb })
    var parts: [String?: [ClimbFact]] = [nil: []]
    for (index, climb) in climbs.enumerated() {
      guard isMeant(climb.discipline, climb.grade.map { grades[$0].scale }) else { continue }
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
