import Cairn
import CairnActions
import CairnStore

extension SessionRow {
  /// Returns a single session as JSON; a climbing session includes ratings and private notes.
  func sessionJSON(_ detail: Climbing?, at now: Instant) -> JSON {
    let json = json(at: now)
    guard case .object(let all) = json, case .object(let sums)? = json["climbing"],
      case .object(let members)? = detail?.json
    else { return json }
    let more = members.filter { one in !sums.contains { $0.key == one.key } }
    return .object(
      all.map { $0.key == "climbing" ? JSON.Member("climbing", .object(sums + more)) : $0 }
    )
  }
}

extension LogWriter {
  /// Returns a single session as JSON, including the changes of this mutation.
  func sessionJSON(_ id: SessionID) throws -> JSON {
    let row = try row(id)
    let detail = row.climbing == nil ? nil : try session(id, as: Climbing.self).detail
    return row.sessionJSON(detail, at: now)
  }
}

extension Log {
  /// Returns the climbing detail of a session; nil for other kinds.
  func climbing(_ row: SessionRow) async throws -> Climbing? {
    guard row.climbing != nil else { return nil }
    return try await session(row.id, as: Climbing.self)?.detail
  }
}
