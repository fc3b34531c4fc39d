import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

/// The place for a new climb: a session, or a day without known hours.
enum ClimbTarget: Sendable {
  case session(SessionID)
  case day(LocalDay, place: String?, isOutdoor: Bool?, today: LocalDay)

  /// Returns the discipline of the session, if it is set.
  func discipline(in writer: LogWriter) throws -> Discipline? {
    guard case .session(let id) = self else { return nil }
    return try writer.session(id, as: Climbing.self).detail.discipline
  }

  /// The climb context of this target.
  var climbContext: ClimbContext {
    switch self {
    case .session(let id): .session(id)
    case .day(let day, let place, let isOutdoor, _): .day(day, at: place, isOutdoor: isOutdoor)
    }
  }

  /// Returns the act of adding a climb to the session or the day.
  func adding(_ new: NewClimb) -> AddClimb {
    switch self {
    case .session(let id): AddClimb(new, to: id)
    case .day(let day, let place, let isOutdoor, let today):
      AddClimb(new, on: day, at: place, isOutdoor: isOutdoor, today: today)
    }
  }
}

extension [Option] {
  /// Options that add a climb to a day.
  static var climbDay: [Option] {
    [
      .value("day", "DAY", "A day instead of a session, without a time."),
      .value("place", "TEXT", "The gym or crag of that day.", completion: .live("places")),
      .flag("outdoor", "The day was outdoors, at a crag."),
      .flag("indoor", "The day was indoors, in a gym."),
    ]
  }
}

extension CommandContext {
  /// Returns the day of `--day`, else the session; throws like ``climbingSession(_:in:)``, and `usage.value`.
  func climbTarget(_ invocation: Invocation, in log: Log) async throws -> ClimbTarget {
    let isOutdoor = try invocation.either("outdoor", "indoor")
    let place = invocation.value("place")
    guard let word = invocation.value("day") else {
      guard place == nil, isOutdoor == nil else { throw Self.placeOfSession }
      let session = try await climbingSession(invocation.value("session"), in: log)
      if invocation.value("session") == nil { try await requireCurrent(session, in: log) }
      return .session(session.id)
    }
    guard invocation.value("session") == nil else { throw Self.dayAndSession }
    let day = try await times(in: log).day(word).value
    return .day(day, place: place, isOutdoor: isOutdoor, today: try await today(in: log))
  }

  /// Throws `session.none_open` if the session ended on another day; reports one that ended today.
  private func requireCurrent(_ session: SessionRow, in log: Log) async throws {
    guard try await isCurrent(session, in: log) else {
      throw CairnError(
        "session.none_open",
        "No climbing session is open, and the last one was on \(times.format.day(session.day)).",
        hint: "Start one with `cairn start climb`, or add --session \(session.shortID.text), or "
          + "--day for a climb without a session."
      )
    }
    if session.endedAt != nil, !wantsData {
      output.info("Added to the session that ended: \(line(session))")
    }
  }

  /// Whether a session is open, even past midnight, or ended today.
  func isCurrent(_ session: SessionRow, in log: Log) async throws -> Bool {
    guard let end = session.endedAt else { return true }
    let day = zone.day(at: end, dayStartHour: try await log.dayStartHour())
    return try await today(in: log) == day
  }

  private static let placeOfSession = CairnError(
    "usage.value",
    "A climb takes its place from its session.",
    hint: "Edit it with `cairn edit --place`, or give a day with --day."
  )

  private static let dayAndSession = CairnError(
    "usage.value",
    "A climb belongs to a session or a day, not both.",
    hint: "Remove --day or --session."
  )
}

extension CommandContext {
  /// Shows the climbs of a day; those in sessions first.
  func showClimbs(on word: String, in log: Log) async throws -> ExitCode {
    let day = try await times(in: log).day(word).value
    var filter = SessionFilter(limit: 1_000)
    (filter.kind, filter.days) = (Climbing.kind, day...day)
    var climbs: [ClimbRow] = []
    for session in try await log.sessions(filter).reversed() {
      climbs += try await log.climbs(of: session.id)
    }
    climbs += try await log.climbs(on: day)
    show(climbs, on: day)
    return climbs.isEmpty ? .refused : .done
  }

  private func show(_ climbs: [ClimbRow], on day: LocalDay) {
    if wantsData { return output.print(data: climbs) }
    guard !climbs.isEmpty else { return output.info("No climbs on \(times.format.day(day)).") }
    output.print("\(times.format.day(day)): \(counted(climbs.count, "climb"))")
    output.print(table(climbs))
  }
}
