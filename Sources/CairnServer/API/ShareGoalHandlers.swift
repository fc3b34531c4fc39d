import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// The handlers of `/api/v1/goals/shares`: goals for the share of a category among finished books.
enum ShareGoalHandlers {
  static let list = Endpoint(
    "How far every goal of shares is in the period that holds today.",
    gives: .json(["goals": .list(.shareGoal)])
  ) { context in
    let goals = try await ShareGoalProgress.all(today: context.today(), context.log)
    return HTTPResponse(.members(("goals", .array(goals.map(\.json)))))
  }

  static let set = Endpoint(
    "Set a share that is wanted of the books finished each month or year, or ever; null ends it.",
    body: [
      SchemaField(required: "dimension", .dimension, "what the books differ in"),
      SchemaField(required: "category", .text, "its category"),
      SchemaField("cadence", .choice(Cadence.ofShares.map(\.name)), "all time unless given"),
      SchemaField("percent", .integer(1...100), "the share; null ends the goal"),
    ],
    gives: .json(.shareGoal)
  ) { context in
    let goal = try ShareGoal(context.body)
    let today = try await context.today()
    return try await context.write("Set a goal") { writer in
      try writer.set(goal)
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
