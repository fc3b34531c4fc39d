import Cairn
import CairnActions
import CairnHTTP
import CairnInsights
import CairnJSON
import CairnStore

/// The handlers of `/api/v1/goals`, of streak minimums and of rest days.
enum GoalHandlers {
  private static let goals = JSONFields<[GoalProgress]>(list: "goals")

  static let list = Endpoint(
    "List the current goals with their progress.",
    gives: goals
  ) { context in
    try await context.log.goalProgress(today: context.today())
  }

  static let show = Endpoint(
    "List the progress of a goal in its latest periods, each against its target then.",
    query: [.limit(14)],
    gives: goals
  ) { context in
    let (measure, cadence) = try goal(context)
    let today = try await context.today()
    let activity = try await context.log.activity(nil, until: today)
    let rows = try await Goals(of: context.log).past(
      measure,
      cadence,
      activity,
      today: today,
      limit: Int(context.query.integer("limit") ?? 14)
    )
    return rows
  }

  private static let newGoal: JSONFields<Goal> = [
    .init("from", \.from),
    .init("target", \.target),
  ]

  static let set = Endpoint(
    "Set a goal from the given day, week, month or year; null ends it.",
    body: [
      SchemaField("target", .integer(1...1_000_000), "the target amount; null ends the goal"),
      SchemaField("from", .day, "a day in the first period; default today"),
    ],
    gives: .json(newGoal)
  ) { context in
    let (measure, cadence) = try goal(context)
    let target = context.body.integer("target")
    guard target != nil || context.body.has("target") else {
      throw CairnError.field("target", "is needed; null ends the goal")
    }
    let today = try await context.today()
    let from = context.body.day("from") ?? today
    let goal = try Goal(measure, cadence, target: target, from: from)
    return try await context.write { newGoal.json(try SetGoal(goal).run(in: $0)) }
  }

  private static func goal(_ context: AuthenticatedContext) throws(CairnError) -> (Measure, Cadence)
  {
    guard let measure = context.captures["measure"].flatMap({ Measure(name: $0) }),
      let cadence = context.captures["cadence"].flatMap({ Cadence(name: $0) })
    else { throw .noSuchPage }
    return (measure, cadence)
  }
}

extension GoalHandlers {
  static let listStreakMinimums = Endpoint(
    "List all streak minimums, past and current, each with its first day.",
    gives: JSONFields<[StreakMinimumSetting]>(list: "streak_minimums")
  ) { context in
    try await context.log.minimums()
  }

  static let setStreakMinimum = Endpoint(
    "Set the daily or weekly streak minimum from the given day or week.",
    body: [
      SchemaField(
        required: "minimum",
        .text,
        "the minimum: any, or such as 10 minutes, 20 pages, 3 sessions"
      ),
      SchemaField("from", .day, "the first day, or a day in the first week; default today"),
    ],
    gives: .json(StreakMinimumSetting.self)
  ) { context in
    guard let cadence = context.captures["cadence"].flatMap({ Cadence(name: $0) }),
      [.daily, .weekly].contains(cadence)
    else { throw CairnError.noSuchPage }
    guard let minimum = try context.minimum(in: context.body) else {
      throw CairnError.field("minimum", "is needed")
    }
    let today = try await context.today()
    let from = context.body.day("from") ?? today
    return try await context.write { writer in
      try SetStreakMinimum(StreakMinimumSetting(cadence, minimum, from: from)).run(in: writer).json
    }
  }

  private static let days = JSONFields<[LocalDay]>(list: "days")

  static let listRestDays = Endpoint(
    "List the rest days, past and future.",
    gives: days
  ) { context in
    try await context.log.restDays()
  }

  static let addRestDay = Endpoint(
    "Add rest days, at most a year at once.",
    body: [
      SchemaField(required: "from", .day, "the first day"),
      SchemaField("to", .day, "the last day; default the first"),
    ],
    gives: .json(days)
  ) { context in
    try await change(context, context.body, isResting: true)
  }

  static let deleteRestDay = Endpoint(
    "Remove rest days.",
    query: [
      SchemaField(required: "from", .day, "the first day"),
      SchemaField("to", .day, "the last day; default the first"),
    ],
    gives: .json(days)
  ) { context in
    try await change(context, context.query, isResting: false)
  }

  private static func change(
    _ context: AuthenticatedContext,
    _ input: Input,
    isResting: Bool
  ) async throws -> HTTPResponse {
    guard let from = input.day("from") else { throw CairnError.field("from", "is needed") }
    let to = input.day("to") ?? from
    guard from <= to, to - from <= 366 else {
      throw CairnError.field("to", "is before “from” or more than a year after it")
    }
    return try await context.write { writer in
      try ChangeRestDays(from...to, isResting: isResting).run(in: writer)
      return days.json(Array(from...to))
    }
  }
}
