import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// The handlers of `/api/v1/goals`, of streak minimums and of rest days.
enum GoalHandlers {
  static let list = Endpoint(
    "How far every goal of today is.",
    gives: .json(["goals": .list(.goal)])
  ) { context in
    let today = try await context.today()
    let activity = try await context.log.activity(nil, until: today)
    return json(try await Goals(of: context.log).now(activity, today: today))
  }

  static let show = Endpoint(
    "How a goal stood in its latest periods, each against the goal it had.",
    query: [.limit(14)],
    gives: .json(["goals": .list(.goal)])
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
    return json(rows)
  }

  static let set = Endpoint(
    "Set a goal from this day, week, month or year on; null ends it.",
    body: [
      SchemaField("target", .integer(1...1_000_000), "how much; null ends the goal"),
      SchemaField("from", .day, "a day of the first period, if not today"),
    ],
    gives: .json(["from": .day, "target": .optional(.count)])
  ) { context in
    let (measure, cadence) = try goal(context)
    let target = context.body.integer("target")
    guard target != nil || context.body.has("target") else {
      throw CairnError.field("target", "is needed; null ends the goal")
    }
    let today = try await context.today()
    let from = context.body.day("from") ?? today
    let goal = try Goal(measure, cadence, target: target, from: from)
    return try await context.write("Set a goal") { writer in
      let goal = try writer.set(goal)
      return .members(("from", .string(goal.from.text)), ("target", .number(goal.target)))
    }
  }

  private static func goal(_ context: AuthenticatedContext) throws(CairnError) -> (Measure, Cadence) {
    guard let measure = context.captures["measure"].flatMap({ Measure(name: $0) }),
      let cadence = context.captures["cadence"].flatMap({ Cadence(name: $0) })
    else { throw .noSuchPage }
    return (measure, cadence)
  }

  private static func json(_ goals: [GoalProgress]) -> HTTPResponse {
    HTTPResponse(.members(("goals", .array(goals.map(\.json)))))
  }
}

extension GoalHandlers {
  private static let minimums: JSONSchema = [
    "minimums": .list(["cadence": .choice(["daily", "weekly"]), "minimum": .string, "from": .day])
  ]

  static let listStreakMinimums = Endpoint(
    "The least for each day or week of a streak, all there were, each from its first day on.",
    gives: .json(minimums)
  ) { context in
    let minimums = try await context.log.minimums()
    return HTTPResponse(.members(("streak_minimums", .array(minimums.map(\.json)))))
  }

  static let setStreakMinimum = Endpoint(
    "Say how much is enough for a day or a week of a streak, from this one on.",
    body: [
      SchemaField(required: "minimum", .text, "the least: any, or as 10 minutes, 20 pages, 3 sessions"),
      SchemaField("from", .day, "a day of the first day or week, if not today"),
    ],
    gives: .json(["cadence": .choice(["daily", "weekly"]), "minimum": .string, "from": .day])
  ) { context in
    guard let cadence = context.captures["cadence"].flatMap({ Cadence(name: $0) }),
      [.daily, .weekly].contains(cadence)
    else { throw CairnError.noSuchPage }
    guard let minimum = try context.minimum(in: context.body) else {
      throw CairnError.field("minimum", "is needed")
    }
    let today = try await context.today()
    let from = context.body.day("from") ?? today
    return try await context.write("Set a streak minimum") { writer in
      try writer.set(StreakMinimumSetting(cadence, minimum, from: from)).json
    }
  }

  private static let days: JSONSchema = ["days": .list(.day)]

  static let listRestDays = Endpoint(
    "The rest days, which keep a streak alive, those to come included.",
    gives: .json(days)
  ) { context in
    let restDays = try await context.log.restDays()
    return HTTPResponse(.members(("days", .array(restDays.map { .string($0.text) }))))
  }

  static let addRestDay = Endpoint(
    "Declare days a rest, at most a year of them.",
    body: [SchemaField(required: "from", .day, "the first day"), SchemaField("to", .day, "the last day")],
    gives: .json(days)
  ) { context in
    try await change(context, context.body) { try $0.addRestDays($1) }
  }

  static let deleteRestDay = Endpoint(
    "Take a rest back.",
    query: [SchemaField(required: "from", .day, "the first day"), SchemaField("to", .day, "the last day")],
    gives: .json(days)
  ) { context in
    try await change(context, context.query) { try $0.removeRestDays($1) }
  }

  private static func change(
    _ context: AuthenticatedContext,
    _ input: Input,
    _ rule: @escaping @Sendable (LogWriter, ClosedRange<LocalDay>) throws -> Void
  ) async throws -> HTTPResponse {
    guard let from = input.day("from") else { throw CairnError.field("from", "is needed") }
    let to = input.day("to") ?? from
    guard from <= to, to - from <= 366 else {
      throw CairnError.field("to", "lies before “from”, or more than a year after it")
    }
    return try await context.write("Add rest days") { writer in
      try rule(writer, from...to)
      return .members(("days", .array((from...to).map { .string($0.text) })))
    }
  }
}
