import Cairn
import CairnActions
import CairnInsights
import CairnJSON
import CairnStore

/// The handlers of `/api/v1/goals/shares`: goals for the share of a category among finished books.
enum ShareGoalHandlers {
  static let list = Endpoint(
    "List the share goals with their progress in the current period.",
    gives: JSONFields<[ShareGoalProgress]>(list: "goals")
  ) { context in
    try await ShareGoalProgress.all(today: context.today(), context.log)
  }

  static let set = Endpoint(
    "Set a share goal for the books finished per month, per year or ever; null ends it.",
    body: [
      SchemaField(required: "dimension", Dimension.schema, "the dimension"),
      SchemaField(required: "category", .text, "the category of the dimension"),
      SchemaField("cadence", .choice(Cadence.ofShares.map(\.name)), "the period; default all time"),
      SchemaField("percent", .integer(1...100), "the target share; null ends the goal"),
    ],
    gives: .json(ShareGoalProgress.self)
  ) { context in
    let goal = try ShareGoal(context.body)
    let today = try await context.today()
    return try await context.write { writer in
      try SetShareGoal(goal).run(in: writer)
      let (shelf, reads) = (try writer.describedBooks(), try writer.readingLanguages())
      return ShareGoalProgress(goal, shelf, reads: reads, today: today).json
    }
  }
}

extension ShareGoal {
  /// Reads a body; throws `request.field` and the errors of setting a goal.
  fileprivate init(_ body: Input) throws(CairnError) {
    guard let dimension = body.text("dimension").flatMap({ Dimension(name: $0) }) else {
      throw .field("dimension", "is needed")
    }
    guard body.has("percent") else { throw .field("percent", "is needed; null ends the goal") }
    try self.init(
      dimension,
      body.text("category") ?? "",
      body.text("cadence").flatMap { Cadence(name: $0) },
      percent: body.integer("percent")
    )
  }
}
