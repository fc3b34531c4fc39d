import Cairn
import CairnActions
import CairnHTTP
import CairnJSON
import CairnReports
import CairnStore

/// The handlers of `/api/v1/sessions/{id}/climbs` and `/api/v1/climbs`.
enum ClimbHandlers {
  static let climbs = JSONFields<[ClimbRow]>(list: "climbs")

  static let list = Endpoint(
    "List the climbs of a session in order.",
    gives: climbs
  ) { context in
    let row = try await context.session()
    return try await context.log.climbs(of: row.id)
  }

  static let add = Endpoint(
    "Add a climb with its attempts and tags, atomically.",
    body: NewClimb.fields.schemaFields,
    gives: .created(ClimbRow.self)
  ) { context in
    let (id, new) = (try context.sessionID(), try NewClimb(context.body))
    let response = try await context.write(.created) { writer in
      try writer.climbRow(AddClimb(new, to: id).run(in: writer)).json
    }
    return try response.withLocation(below: "/api/v1/climbs/")
  }

  static let log = Endpoint(
    "Add a climb without a session to a day, with its attempts and tags.",
    body: [
      SchemaField(required: "day", .day, "the day of the climb"),
      SchemaField("place", .text, "the gym or the crag"),
      SchemaField("outdoor", .bool, "true at a crag, false in a gym"),
    ] + NewClimb.fields.schemaFields,
    gives: .created(ClimbRow.self)
  ) { context in
    let (new, place) = (try NewClimb(context.body), context.body.text("place"))
    let (isOutdoor, today) = (context.body.choice("outdoor"), try await context.today())
    guard let day = context.body.day("day") else { throw CairnError.field("day", "is needed") }
    let add = AddClimb(new, on: day, at: place, isOutdoor: isOutdoor, today: today)
    let response = try await context.write(.created) { writer in
      try writer.climbRow(add.run(in: writer)).json
    }
    return try response.withLocation(below: "/api/v1/climbs/")
  }

  static let show = Endpoint("Get a climb.", gives: ClimbRow.self) { context in
    try await context.climb()
  }

  private static let routes: JSONFields<ClimbingRoute?> = [.init("route") { $0 }]

  static let route = Endpoint(
    "Get the history of a climb’s route: its days, attempts to send, and repeats.",
    gives: routes
  ) { context in
    let id = try await context.climb().climb.id
    return try await context.log.route(of: id)
  }

  static let edit = Endpoint(
    "Edit a climb; omitted fields stay unchanged, null clears.",
    body: ClimbEdit.fields.schemaFields,
    gives: .json(ClimbRow.self),
    ifMatch: true
  ) { context in
    let edit = try ClimbEdit(context.body)
    return try await change(context, matches: true) { try EditClimb($1, edit).run(in: $0) }
  }

  static let mark = Endpoint(
    "Add or remove tags of a climb; other tags stay.",
    body: ClimbEdit.tags.schemaFields,
    gives: .json(ClimbRow.self)
  ) { context in
    let marks = try ClimbEdit.marks(context.body)
    return try await change(context) { try MarkClimb(marks, on: $1).run(in: $0) }
  }

  static let delete = Endpoint(
    "Delete a climb with its attempts and tags; it can be restored.",
    gives: .json(JSONFields.deleted),
    ifMatch: true
  ) { context in
    let id = try context.climbID()
    return try await context.write { writer in
      try context.requireMatch(writer.climbRow(id).json)
      try DeleteClimb(id).run(in: writer)
      return JSONFields.deleted.json(id.record)
    }
  }

  static let restore = Endpoint(
    "Restore a deleted climb with its attempts and tags.",
    gives: .json(ClimbRow.self)
  ) { context in
    try await change(context) { try RestoreClimb($1).run(in: $0) }
  }

  /// Changes the climb in the path and returns it.
  fileprivate static func change(
    _ context: AuthenticatedContext,
    _ status: HTTPStatus = .ok,
    matches: Bool = false,
    _ rule: @escaping @Sendable (LogWriter, Identifier<Climb>) throws -> Void
  ) async throws -> HTTPResponse {
    let id = try context.climbID()
    return try await context.write(status) { writer in
      if matches { try context.requireMatch(writer.climbRow(id).json) }
      try rule(writer, id)
      return try writer.climbRow(id).json
    }
  }
}

/// The handlers of `/api/v1/climbs/{id}/attempts`.
enum AttemptHandlers {
  private static let unknown = "null if unknown"
  private static let tick = SchemaField("tick", Tick.schema, "the ascent style")
  private static let edited = SchemaField("at", .instant, "when it happened, within the session")
  private static let time = SchemaField(
    "at",
    .instant,
    "when it happened, within the session; default now while the session is running"
  )

  static let add = Endpoint(
    "Add an attempt to a climb.",
    body: [SchemaField(required: "result", AttemptResult?.schema, unknown), tick, time],
    gives: .created(ClimbRow.self)
  ) { context in
    let (result, tick) = (context.body.result, context.body.tick)
    let time = context.body.editedInstant("at")
    return try await ClimbHandlers.change(context, .created) {
      try LogAttempt(result, tick, to: $1, at: time).run(in: $0)
    }
  }

  static let edit = Endpoint(
    "Edit an attempt’s result or time; omitted fields stay unchanged, null clears. The ascent style "
      + "of a send without a tick is derived from the earlier attempts.",
    body: [SchemaField("result", AttemptResult.schema, unknown), tick, edited],
    gives: .json(ClimbRow.self)
  ) { context in
    let (attempt, body) = (try context.attemptID(), context.body)
    let result: AttemptResult?? = body.has("result") ? .some(body.result) : nil
    let tick: Tick?? = body.has("tick") ? .some(body.tick) : nil
    let time = body.editedInstant("at")
    return try await ClimbHandlers.change(context) {
      try EditAttempt(attempt, of: $1, to: result, tick, at: time).run(in: $0)
    }
  }

  static let delete = Endpoint(
    "Delete an attempt; later attempts keep their numbers.",
    gives: .json(ClimbRow.self)
  ) { context in
    let attempt = try context.attemptID()
    return try await ClimbHandlers.change(context) {
      try DeleteAttempt(attempt, of: $1).run(in: $0)
    }
  }
}

extension Input {
  fileprivate var result: AttemptResult? { text("result").flatMap { AttemptResult(name: $0) } }
  fileprivate var tick: Tick? { text("tick").flatMap { Tick(name: $0) } }
}

extension ClimbRow {
  /// Returns an attempt of this climb; throws `attempt.not_found`.
  func attempt(_ id: Identifier<Attempt>) throws(CairnError) -> Attempt {
    guard let attempt = attempts.first(where: { $0.id == id }) else { throw .noAttempt(id) }
    return attempt
  }
}

extension AuthenticatedContext {
  /// Returns the id of the climb in the path; throws `climb.not_found` if it is malformed.
  func climbID() throws(CairnError) -> Identifier<Climb> {
    guard let id = RecordID(text: captures["id"] ?? "") else { throw .noClimb(nil) }
    return Identifier(id)
  }

  /// Returns the climb in the path; throws `climb.not_found`.
  func climb() async throws -> ClimbRow {
    let id = try climbID()
    guard let row = try await log.climb(id) else { throw CairnError.noClimb(id) }
    return row
  }

  /// Returns the id of the attempt in the path; throws `attempt.not_found` if it is malformed.
  func attemptID() throws(CairnError) -> Identifier<Attempt> {
    guard let id = captures["attempt"].flatMap({ RecordID(text: $0) }) else {
      throw .noAttempt(nil)
    }
    return Identifier(id)
  }
}

extension HTTPResponse {
  /// Returns the response with the `Location` of the created resource.
  func withLocation(below path: String) throws -> HTTPResponse {
    var response = self
    if case .string(let id)? = try JSON(parsing: body)["id"] {
      response.fields.append("location", path + id)
    }
    return response
  }
}
