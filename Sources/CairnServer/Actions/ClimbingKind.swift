import Cairn
import CairnStore

// What is asked of one kind of session is not done to another.

extension LogWriter {
  /// Throws `climbing.other_kind` for a session of another kind, and `session.not_found`.
  func requireClimbing(_ id: SessionID) throws {
    let row = try row(id)
    guard row.kind == Climbing.kind else { throw CairnError.noClimbing(row) }
  }

  /// Throws `climbing.other_kind` or `listening.other_kind` for a session that has no pages and no
  /// book.
  func requireReading(_ id: SessionID) throws {
    let row = try row(id)
    guard row.kind == Reading.kind else { throw CairnError.noReading(row) }
  }
}

extension CairnError {
  /// The refusal of what is said of climbing about another session.
  static func noClimbing(_ row: SessionRow) -> CairnError {
    CairnError(
      "climbing.other_kind",
      "Session \(row.shortID.text) is a \(row.kind.name) session; climbs belong to climbing.",
      hint: "Name a climbing session."
    )
  }

  fileprivate static func noReading(_ row: SessionRow) -> CairnError {
    CairnError(
      row.kind == Listening.kind ? "listening.other_kind" : "climbing.other_kind",
      "Session \(row.shortID.text) is a \(row.kind.name) session; pages and books belong "
        + "to reading.",
      hint: "Name a reading session."
    )
  }

  /// The refusal of a climb that is not there.
  static func noClimb(_ name: String) -> CairnError {
    CairnError(
      "climb.not_found",
      "There is no climb “\(name)”.",
      hint: "List the climbs of the session to see their ids."
    )
  }

  /// The refusal of an attempt that is not there.
  static var noAttempt: CairnError {
    CairnError(
      "attempt.not_found",
      "That climb has no such attempt.",
      hint: "Look at the climb to see its attempts."
    )
  }
}

extension SessionRow {
  /// The session shown alone: of climbing with all that the climber says of it.
  func sheet(_ detail: Climbing?, at now: Instant) -> JSON {
    let json = json(at: now)
    guard case .object(let all) = json, case .object(let sums)? = json["climbing"],
      case .object(let said)? = detail?.json
    else { return json }
    let more = said.filter { one in !sums.contains { $0.key == one.key } }
    return .object(
      all.map { $0.key == "climbing" ? JSON.Member("climbing", .object(sums + more)) : $0 }
    )
  }
}

extension LogWriter {
  /// A session shown alone, with what this mutation has changed so far.
  func sheet(_ id: SessionID) throws -> JSON {
    let row = try row(id)
    let detail = row.climbing == nil ? nil : try session(id, as: Climbing.self).detail
    return row.sheet(detail, at: now)
  }
}

extension Log {
  /// What a climber says of a session; nil of other kinds.
  func climbing(_ row: SessionRow) async throws -> Climbing? {
    guard row.climbing != nil else { return nil }
    return try await session(row.id, as: Climbing.self)?.detail
  }
}
