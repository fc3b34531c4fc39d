import Cairn
public import CairnStore
import CairnReports

extension Log {
  /// Returns the sessions, books, climbs and goals as text without ids, sorted.
  public func withoutIDs() async throws -> [String] {
    var all: [String] = []
    for row in try await sessions(SessionFilter(limit: 1_000)) {
      let climbs = try await climbs(of: row.id).map { climb in
        "\(climb.climb.title) \(climb.attempts.map(\.label))"
      }
      all.append(
        """
        \(row.kind.name) \(row.title ?? "-") \(row.timeline.segments) \(row.note ?? "-") \(climbs) \
        \(row.startPosition?.text ?? "-") \(row.endPosition?.text ?? "-") \(row.zone) \
        \(row.sessionContext.place ?? "-")
        """
      )
    }
    for row in try await books() {
      all.append(
        """
        \(row.title) \(row.status.name) \(row.position?.text ?? "-") \(row.finished ?? "-") \
        \(row.shelves ?? "-") \(row.tags ?? "-") \(row.pages ?? 0)
        """
      )
    }
    for goal in try await goals() { all.append("\(goal)") }
    return all.sorted()
  }
}
