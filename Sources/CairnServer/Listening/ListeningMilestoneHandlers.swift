import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

extension ListeningAnalyticsHandlers {
  static let milestones = Endpoint(
    "List the listening milestones, and those reached since the last request.",
    query: [.zone],
    gives: .json(.payload(.listeningMilestones))
  ) { context in
    let figures = try await ListeningFigures(context)
    let reached = try await context.log.reachedMilestones()
    return HTTPResponse(
      data: json(figures, reached, try await context.log.claimUnreportedMilestones())
    )
  }

  private static func json(
    _ figures: ListeningFigures,
    _ reached: [ReachedMilestone],
    _ new: [ListeningMilestone]
  ) -> JSON {
    let all = ListeningMilestone.all.map { milestone in
      json(milestone, reached.first { $0.milestone == milestone }, figures)
    }
    let ids = ListeningMilestone.all.filter(new.contains).map { JSON.string($0.name) }
    return .members(
      ("milestones", .array(all)),
      (
        "summary",
        .object(
          [
            JSON.Member("totalMilestones", .integer(Int64(all.count))),
            .init("unlockedCount", .integer(Int64(reached.count))),
          ] + (ids.isEmpty ? [] : [.init("newlyUnlocked", .array(ids))])
        )
      )
    )
  }

  private static func json(
    _ milestone: ListeningMilestone,
    _ reached: ReachedMilestone?,
    _ figures: ListeningFigures
  ) -> JSON {
    let text = MilestoneText(milestone)
    let members: [JSON.Member] = [
      .init("id", .string(milestone.name)),
      .init("category", .string(milestone.measure.rawValue)),
      .init("title", .string(text.title)),
      .init("description", .string(text.description)),
      .init("emoji", .string(text.emoji)),
      .init("unlocked", .bool(reached != nil)),
    ]
    if let reached {
      return .object(members + [.init("unlockedAt", .string(reached.at.wholeSeconds))])
    }
    let progress = ListeningProgress(
      milestone,
      stories: figures.totals.stories,
      seconds: figures.totals.completedSeconds,
      streak: figures.streak
    )
    return .object(
      members + [
        .init("progress", .integer(progress.value)),
        .init("target", .integer(milestone.target)),
        .init("percentage", .integer(progress.percentage)),
      ]
    )
  }
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

extension JSONSchema {
  fileprivate static let listeningMilestones = JSONSchema.named(
    "ListeningMilestones",
    [
      "milestones": .list(
        .object([
          SchemaField(required: "id", .choice(ListeningMilestone.all.map(\.name))),
          SchemaField(
            required: "category",
            .choice(ListeningMilestone.Measure.allCases.map(\.rawValue))
          ),
          SchemaField(required: "title", .string), SchemaField(required: "description", .string),
          SchemaField(required: "emoji", .string), SchemaField(required: "unlocked", .bool),
          SchemaField("unlockedAt", .instant), SchemaField("progress", .count),
          SchemaField("target", .count),
          SchemaField("percentage", .integer(0...100)),
        ])
      ),
      "summary": .object([
        SchemaField(required: "totalMilestones", .count),
        SchemaField(required: "unlockedCount", .count),
        SchemaField("newlyUnlocked", .list(.string)),
      ]),
    ]
  )
}
