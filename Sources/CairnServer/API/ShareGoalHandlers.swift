import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// `/api/v1/goals/shares`: shares that are wanted of the books finished.
enum ShareGoalHandlers {
  static let list = Endpoint(
    "How far every goal of shares is in the period that holds today.",
    gives: .json(["goals": .list(.shareGoal)])
  ) { visit in
    let goals = try await ShareGoalProgress.all(today: visit.today(), visit.log)
    return HTTPResponse(.members(("goals", .array(goals.map(\.json)))))
  }

  static let set = Endpoint(
    "Set a share that is wanted of the books finished each month or year, or ever; null ends it.",
    body: [
      Member(needed: "dimension", .dimension, "what the books differ in"),
      Member(needed: "category", .text, "its category"),
      Member("cadence", .choice(Cadence.ofShares.map(\.name)), "all time unless given"),
      Member("percent", .integer(1...100), "the share; null ends the goal"),
    ],
    gives: .json(.shareGoal)
  ) { visit in
    let goal = try ShareGoal(visit.body)
    let today = try await visit.today()
    return try await visit.write("Set a goal") { writer in
      try writer.set(goal)
      let (shelf, reads) = (try writer.describedBooks(), try writer.readingLanguages())
      return ShareGoalProgress(goal, shelf, reads: reads, today: today).json
    }
  }
}

extension ShareGoal {
  /// Reads a body; throws `request.field`, and what setting a goal throws.
  fileprivate init(_ body: Input) throws(CairnError) {
    guard let dimension = body.text("dimension").flatMap({ Dimension(name: $0) }) else {
      throw .field("dimension", "is needed")
    }
    guard body.says("percent") else { throw .field("percent", "is needed; null ends the goal") }
    try self.init(
      dimension,
      body.text("category") ?? "",
      body.text("cadence").flatMap { Cadence(name: $0) },
      percent: body.integer("percent")
    )
  }
}
