import Cairn
public import CairnReports
import CairnSQL

extension Log {
  /// Returns climbs with a name that contains every word of `text` as a word or word prefix.
  ///
  /// Ignores case and accents; newest first, at most `limit`.
  public func climbs(named text: String, limit: Int = 50) async throws -> [ClimbRow] {
    let words = searchWords(text)
    guard !words.isEmpty, limit > 0 else { return [] }
    return try await read { connection in
      // Each name has at least one climb, so `limit` names cover the newest `limit` climbs.
      let names = try Self.names(with: words, in: connection).prefix(limit)
      var found: [ClimbRow] = []
      for name in names {
        found += try Self.climbs(named: name, limit, in: connection)
      }
      found.sort {
        ($0.day, $0.climb.position, $0.climb.id) > ($1.day, $1.climb.position, $1.climb.id)
      }
      return Array(found.prefix(limit))
    }
  }

  /// Returns climbs with exactly that name, ignoring case and accents; newest first, at most `limit`.
  public func climbs(called name: String, limit: Int = 50) async throws -> [ClimbRow] {
    try await read { try Self.climbs(named: indexed(folded(name)), limit, in: $0) }
  }

  /// Returns the matching folded names, newest climb first.
  private static func names(
    with words: [String],
    in connection: any SQLConnection
  ) throws -> [String] {
    let query: SQL = """
      SELECT climb.folded, max(climb.name) AS name \(fragment: ClimbQuery.visibleClimbs)
        AND climb.folded IS NOT NULL
      GROUP BY climb.folded
      ORDER BY max(coalesce(session.day, climb.day)) DESC, climb.folded
      """
    return try connection.all(query) { row -> String? in
      let parts = searchWords(try row["name"])
      let matches = words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
      return matches ? try row["folded"] : nil
    }.compactMap(\.self)
  }

  private static func climbs(
    named folded: String,
    _ limit: Int,
    in connection: any SQLConnection
  ) throws -> [ClimbRow] {
    let query: SQL = """
      SELECT climb.id \(fragment: ClimbQuery.visibleClimbs) AND climb.folded = \(folded)
      ORDER BY coalesce(session.day, climb.day) DESC, climb.position DESC, climb.id DESC
      LIMIT \(limit)
      """
    return try (connection.values(query) as [Identifier<Climb>])
      .compactMap { try ClimbQuery.find($0, in: connection) }
  }
}
