import Cairn
import CairnReports
import CairnStore

/// A climb named on the command line by `last`, its short or full ID, or its name.
enum ClimbReference {
  /// The description in help.
  static let help = "The name, the id, or last."

  /// Finds a climb, first in the current session; throws `climb.not_found` or `usage.ambiguous`.
  static func find(_ word: String, in log: Log) async throws -> ClimbRow {
    var near: [ClimbRow] = []
    let session = try await log.climbingNow()
    if let session { near = try await log.climbs(of: session.id) }
    if word == "last" {
      if let last = near.last { return last }
      guard session == nil || session?.endedAt != nil else { throw noneYet }
      let latest = try await log.latestClimbs(1)
      if let last = latest.first { return last }
    }
    let named = near.filter { $0.climb.name.map { folded($0) == folded(word) } ?? false }
    if !named.isEmpty { return try only(named, word) }
    if let short = ShortID(text: word) {
      let rows = try await log.climbs(short: short)
      if !rows.isEmpty { return try only(rows, word) }
    }
    if let id = RecordID(text: word), let row = try await log.climb(Identifier(id)) { return row }
    let elsewhere = try await log.climbs(called: word)
    guard elsewhere.isEmpty else { return try only(elsewhere, word) }
    throw missing(word)
  }

  /// Finds a deleted climb by its name or ID; throws `climb.not_found` or `usage.ambiguous`.
  ///
  /// A full ID is returned without a lookup.
  static func findDeleted(_ word: String, in log: Log) async throws -> Identifier<Climb> {
    if let id = RecordID(text: word) { return Identifier(id) }
    let all = try await log.deletedClimbs()
    let named = all.filter { $0.climb.name.map { folded($0) == folded(word) } ?? false }
    let found = named.isEmpty ? all.filter { $0.shortID == ShortID(text: word) } : named
    guard let first = found.first else { throw notDeleted(word) }
    guard found.count == 1 else { throw ambiguous(word, found.map(\.shortID)) }
    return first.climb.id
  }

  private static func notDeleted(_ word: String) -> CairnError {
    CairnError(
      "climb.not_found",
      "There is no deleted climb “\(word)”.",
      hint: "List deleted climbs with `cairn climb list --deleted`."
    )
  }

  private static func only(_ rows: [ClimbRow], _ word: String) throws(CairnError) -> ClimbRow {
    guard rows.count == 1, let row = rows.first else { throw ambiguous(word, rows.map(\.shortID)) }
    return row
  }

  private static func ambiguous(_ word: String, _ ids: [ShortID]) -> CairnError {
    let some = ids.prefix(4).map(\.text).joined(separator: ", ")
    return .ambiguous(word, ids.count, "climbs", ids: some)
  }

  /// The error for an open session without climbs, which must not fall back to an older session.
  private static var noneYet: CairnError {
    CairnError(
      "climb.not_found",
      "The open session has no climbs yet.",
      hint: "Add one with `cairn climb add`, or give a climb of another session or day."
    )
  }

  private static func missing(_ word: String) -> CairnError {
    CairnError(
      "climb.not_found",
      word == "last" ? "No climbs yet." : "There is no climb “\(word)”.",
      hint: word == "last"
        ? "Add one with `cairn climb add`." : "`cairn climb list` lists climbs with their ids."
    )
  }
}

extension Log {
  /// Returns the climbing session that a command applies to by default: the open one, else the latest.
  func climbingNow() async throws -> SessionRow? {
    if let open = try await openSessions().first(where: { $0.kind == Climbing.kind }) {
      return open
    }
    var filter = SessionFilter(limit: 1)
    filter.kind = Climbing.kind
    return try await sessions(filter).first
  }
}

extension Argument {
  static var climb: Argument {
    .required("climb", ClimbReference.help, completion: .live("climbs"))
  }
}
