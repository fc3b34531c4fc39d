import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

extension ListeningAnalyticsHandlers {
  static let milestones = Endpoint(
    "The milestones of listening, and those reached since they were last asked for.",
    query: [.zone],
    gives: .json(.told(.listeningMilestones))
  ) { context in
    let figures = try await ListeningFigures(context)
    let reached = try await context.log.reachedMilestones()
    return HTTPResponse(data: json(figures, reached, try await context.log.claimUnreportedMilestones()))
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
    let words = MilestoneText(milestone)
    let said: [JSON.Member] = [
      .init("id", .string(milestone.name)),
      .init("category", .string(milestone.measure.rawValue)),
      .init("title", .string(words.title)),
      .init("description", .string(words.description)),
      .init("emoji", .string(words.emoji)),
      .init("unlocked", .bool(reached != nil)),
    ]
    if let reached {
      return .object(said + [.init("unlockedAt", .string(reached.at.wholeSeconds))])
    }
    let progress = ListeningProgress(
      milestone,
      stories: figures.totals.stories,
      seconds: figures.totals.completedSeconds,
      streak: figures.streak
    )
    return .object(
      said + [
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
      (title, description) = ("To the end", "Hear a first story to its end.")
    case .stories:
      (title, description) = ("\(target) stories", "Hear \(target) stories to their end.")
    case .time:
      title = target == 3_600 ? "An hour" : "\(target / 3_600) hours"
      description = title + " of stories heard to their end."
    case .streaks:
      title = "\(target) days in a row"
      description = "Hear a story to its end on \(target) days in a row."
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
          SchemaField(required: "category", .choice(ListeningMilestone.Measure.allCases.map(\.rawValue))),
          SchemaField(required: "title", .string), SchemaField(required: "description", .string),
          SchemaField(required: "emoji", .string), SchemaField(required: "unlocked", .bool),
          SchemaField("unlockedAt", .instant), SchemaField("progress", .count), SchemaField("target", .count),
          SchemaField("percentage", .integer(0...100)),
        ])
      ),
      "summary": .object([
        SchemaField(required: "totalMilestones", .count), SchemaField(required: "unlockedCount", .count),
        SchemaField("newlyUnlocked", .list(.string)),
      ]),
    ]
  )
}
