import Cairn
import CairnActions
import CairnReports
import CairnStore
import CairnTestKit

/// A climber with a log, for tests.
struct Climber: Sendable {
  let me: Scenario
  var log: Log { me.log }

  func start(_ detail: Climbing = Climbing(discipline: .bouldering)) async throws -> SessionID {
    try await log.write("Started climbing") { try $0.start(detail, at: $0.now, zone: "UTC").id }
  }

  func stop(
    _ id: SessionID,
    _ rule: @escaping @Sendable (inout Climbing) throws(CairnError) -> Void = {
      (_) throws(CairnError) in
    }
  ) async throws {
    try await log.write("Stop climbing") {
      try $0.end(id, as: Climbing.self, at: nil, zone: "UTC", allowShort: false, rule)
    }
  }

  @discardableResult
  func add(
    _ name: String?,
    _ grade: String? = nil,
    attempts: Int? = nil,
    sent: Bool = false,
    tags: [String: TagImpact] = [:],
    to id: SessionID
  ) async throws -> ClimbRow {
    var new = NewClimb()
    new.name = name
    new.grade = grade.map { GradeInput($0) }
    (new.attempts, new.isSent) = (attempts.map { Int64($0) }, sent)
    for (tag, impact) in tags { new.marks[try ClimbTag(typed: tag)] = impact }
    let climb = new
    return try await log.write("Add a climb") {
      try $0.climbRow(AddClimb(climb, to: id).run(in: $0))
    }
  }

  /// Returns one text per climb: `name grade ✗✓ +tag`.
  func summary(_ id: SessionID) async throws -> [String] {
    try await log.climbs(of: id).map { row in
      let pills = row.attempts.map { $0.result == .sent ? "✓" : $0.result == .fell ? "✗" : "?" }
      let tags = row.marks.map { ($0.impact == .helped ? "+" : "-") + $0.tag.name }
      return ([row.climb.name ?? "", row.climb.grade?.text ?? "", pills.joined()] + tags)
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
  }
}

extension TestEngine {
  /// Runs the closure with an empty log at 18:00.
  func climber<Result>(_ body: (Climber) async throws -> Result) async throws -> Result {
    try await scratchLog { scratch in
      let climber = Climber(me: Scenario(scratch))
      climber.me.at("18:00")
      return try await body(climber)
    }
  }
}
