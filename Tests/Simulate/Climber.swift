import Cairn
import CairnActions
import CairnReports
import CairnStore
import CairnTestKit

/// A simulated climber, who makes nearly every change to climbs at random.
struct Climber {
  private let log: Log
  private let chance: SharedChance
  private let actionMix: ActionMix

  init(_ log: Log, _ chance: SharedChance, _ actionMix: ActionMix) {
    (self.log, self.chance, self.actionMix) = (log, chance, actionMix)
  }

  /// Performs one action if the rules allow it.
  func act() async throws {
    let (kind, choice) = (chance.one(of: actionMix.climbs), chance.number(below: 1_000))
    let climbs = try await log.latestClimbs(20)
    let climb = climbs.isEmpty ? nil : climbs[choice % climbs.count]
    let open = try await log.sessions(SessionFilter()).first { $0.kind == Climbing.kind }
    switch (kind, open, climb) {
    case (0, _, _), (_, .none, _): try await start(choice)
    case (1, let open?, _), (2, let open?, _), (_, let open?, .none): try await add(choice, open.id)
    case (3, _, let climb?), (4, _, let climb?): try await attempt(climb, choice)
    case (5, _, let climb?): try await deleteAttempt(climb, choice)
    case (6, _, let climb?): try await mark(climb, choice)
    case (7, _, let climb?): try await grade(climb, choice)
    case (_, let open?, _): try await stop(open.id)
    }
  }

  private func start(_ choice: Int) async throws {
    var detail = Climbing()
    detail.discipline = choice % 2 == 0 ? .bouldering : nil
    _ = try await log.write("Started climbing") { [detail] in
      try $0.start(detail, at: $0.now, zone: "UTC")
    }
  }

  private func add(_ choice: Int, _ session: SessionID) async throws {
    _ = try await log.write("Add a climb") { writer in
      var new = NewClimb()
      new.name = "Problem \(choice)"
      (new.attempts, new.isSent) = (Int64(choice % 4), choice % 3 == 0)
      return try writer.climbRow(AddClimb(new, to: session).run(in: writer))
    }
  }

  private func attempt(_ climb: ClimbRow, _ choice: Int) async throws {
    let result: AttemptResult = choice % 2 == 0 ? .fell : .sent
    try await log.write("Log") { try LogAttempt(result, to: climb.climb.id).run(in: $0) }
  }

  private func deleteAttempt(_ climb: ClimbRow, _ choice: Int) async throws {
    guard !climb.attempts.isEmpty else { return }
    let attempt = climb.attempts[choice % climb.attempts.count].id
    try await log.write("Delete") { try DeleteAttempt(attempt).run(in: $0) }
  }

  private func mark(_ climb: ClimbRow, _ choice: Int) async throws {
    let tag = ClimbTag.catalogue[choice % 3]
    let impact: TagImpact? = [.helped, .hindered, nil][choice % 7 % 3]
    try await log.write("Mark") { try MarkClimb([tag: impact], on: climb.climb.id).run(in: $0) }
  }

  private func grade(_ climb: ClimbRow, _ choice: Int) async throws {
    let grade = choice % 4 == 0 ? nil : try Grade("V\(choice % 10)", in: .v)
    try await log.write("Grade") { writer in
      try writer.changeClimb(climb.climb.id) { (climb) throws(CairnError) in
        try climb.setGrade(grade)
      }
    }
  }

  private func stop(_ id: SessionID) async throws {
    _ = try await log.write("Stop climbing") { writer in
      try writer.end(id, as: Climbing.self, at: nil, zone: "UTC", allowShort: true)
    }
  }
}
