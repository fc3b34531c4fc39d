/// A large deletion on other devices that sync applied to this log.
///
/// Sync does not wait for a confirmation. It reports the deletion, so that a person can restore all
/// deleted records if the deletion was a mistake (spec/sync.md F31).
public struct BulkDeletion: Sendable, Equatable {
  /// The ID of this report; every log creates its own.
  public let id: RecordID
  /// When the first of the records was deleted in this log.
  public let at: Instant
  /// The number of records that are still deleted, by kind.
  public let counts: [RecordKind: Int]
  /// The node IDs of the devices that deleted the records, ascending.
  public let nodes: [UInt32]

  package init(id: RecordID, at: Instant, counts: [RecordKind: Int], nodes: [UInt32]) {
    (self.id, self.at, self.counts, self.nodes) = (id, at, counts, nodes)
  }

  /// The ID as six characters that a person can type.
  public var shortID: ShortID { ShortID(id) }

  /// The number of records that are still deleted.
  public var count: Int { counts.values.reduce(0, +) }

  /// A summary with the largest count first: `12 sessions, 3 books, 2 others`.
  public var summary: String {
    let known = counts.filter { Self.nouns[$0.key.name] != nil }
    var parts = known.sorted { ($1.value, $0.key.name) < ($0.value, $1.key.name) }
      .map { "\($0.value) \(Self.noun($0.key, $0.value))" }
    let others = count - known.values.reduce(0, +)
    if others > 0 { parts.append(counted(others, "other")) }
    return parts.joined(separator: ", ")
  }

  private static func noun(_ kind: RecordKind, _ count: Int) -> String {
    guard let noun = nouns[kind.name] else { return kind.name }
    return count == 1 ? noun.one : noun.many
  }

  private static let nouns: [String: (one: String, many: String)] = [
    "session": ("session", "sessions"), "entry": ("book", "books"),
    "read_through": ("reading", "readings"), "annotation": ("annotation", "annotations"),
    "climb": ("climb", "climbs"), "attempt": ("attempt", "attempts"),
    "story": ("story", "stories"), "author": ("author", "authors"),
  ]
}

extension BulkDeletion {
  /// Returns whether deleting `deletedCount` of `live` records is a bulk deletion: more than 10 records, and
  /// more than a fifth of those that existed before (spec/sync.md F31).
  public static func isBulk(_ deletedCount: Int, of live: Int) -> Bool {
    deletedCount > 10 && deletedCount > live / 5
  }

  /// Returns the latest run of deletions that are less than ten minutes apart.
  ///
  /// `times` must be ascending. A device sends its changes in several batches, and the connection may
  /// be lost between them.
  package static func latestRun(of times: [Instant]) -> [Instant] {
    let pairs = zip(times, times.dropFirst())
    let cut = Array(pairs).lastIndex { !isSameRun($0, $1) }
    return Array(times[(cut.map { $0 + 1 } ?? 0)...])
  }

  /// Returns whether two consecutive deletions belong to the same run.
  package static func isSameRun(_ before: Instant, _ later: Instant) -> Bool {
    later - before < .minutes(10)
  }
}
