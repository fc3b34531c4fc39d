import Cairn
import CairnHTTP
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension ListeningAnalyticsHandlers {
  static let milestones = ConnectedEndpoint(
    "List the listening milestones, and those reached since the last request.",
    query: [.zone],
    gives: .payload(MilestoneReports.self)
  ) { context in
    let figures = try await ListeningFigures(context)
    let reached = try await context.log.reachedMilestones()
    let new = try await context.log.claimUnreportedMilestones()
    return HTTPResponse(data: MilestoneReports(figures, reached, new: new).json)
  }
}

/// All listening milestones, and those reached since the last request.
private struct MilestoneReports: JSONModel {
  let all: [MilestoneReport]
  let reachedCount: Int
  let new: [String]

  init(_ figures: ListeningFigures, _ reached: [ReachedMilestone], new: [ListeningMilestone]) {
    all = ListeningMilestone.all.map { milestone in
      MilestoneReport(
        milestone: milestone,
        reachedAt: reached.first { $0.milestone == milestone }?.at,
        figures: figures
      )
    }
    reachedCount = reached.count
    self.new = ListeningMilestone.all.filter(new.contains).map(\.name)
  }

  static let fields = JSONFields<MilestoneReports>(
    named: "ListeningMilestones",
    [
      .init("milestones", \.all),
      .object(
        "summary",
        { $0 },
        [
          .init("totalMilestones", \.all.count),
          .init("unlockedCount", \.reachedCount),
          .optional("newlyUnlocked") { $0.new.isEmpty ? nil : $0.new },
        ]
      ),
    ]
  )
}

/// A listening milestone: when it was reached, or the progress to it.
private struct MilestoneReport: JSONModel {
  let milestone: ListeningMilestone
  let reachedAt: Instant?
  let figures: ListeningFigures

  private var text: MilestoneText { MilestoneText(milestone) }

  /// The progress; nil if the milestone is reached.
  private var progress: ListeningProgress? {
    guard reachedAt == nil else { return nil }
    return ListeningProgress(
      milestone,
      stories: figures.totals.stories,
      seconds: figures.totals.completedSeconds,
      streak: figures.streak
    )
  }

  static let fields: JSONFields<MilestoneReport> = [
    .init("id", .choice(ListeningMilestone.all.map(\.name)), \.milestone.name),
    .init("category", .choice(ListeningMilestone.Measure.allCases.map(\.rawValue))) {
      $0.milestone.measure.rawValue
    },
    .init("title", \.text.title),
    .init("description", \.text.description),
    .init("emoji", \.text.emoji),
    .init("unlocked") { $0.reachedAt != nil },
    .optional("unlockedAt", .instant) { $0.reachedAt?.wholeSeconds },
    .optional("progress") { $0.progress?.value },
    .optional("target") { $0.progress?.milestone.target },
    .optional("percentage", .integer(0...100)) { $0.progress?.percentage },
  ]
}

/// The title, description and emoji of a milestone.
struct MilestoneText {
  let title: String
  let description: String
  let emoji: String

  init(_ milestone: ListeningMilestone) {
    let target = milestone.target
    switch milestone.measure {
    case .stories where target == 1:
      (title, description) = ("First story", "Finish your first story.")
    case .stories:
      (title, description) = ("\(target) stories", "Finish \(target) stories.")
    case .time:
      title = target == 3_600 ? "1 hour" : "\(target / 3_600) hours"
      description = title + " of finished stories."
    case .streaks:
      title = "\(target)-day streak"
      description = "Finish a story on \(target) consecutive days."
    }
    emoji = Self.emoji[milestone.measure] ?? ""
  }

  private static let emoji: [ListeningMilestone.Measure: String] = [
    .stories: "🎧", .time: "⏳", .streaks: "🪨",
  ]
}
