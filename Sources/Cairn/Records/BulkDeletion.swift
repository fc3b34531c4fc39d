/// Much of a log that was deleted elsewhere within a short time, and here with it.
///
/// Nothing waits for it: it is told, so that whoever did not mean it brings all of it back
/// (spec/sync.md F31).
public struct BulkDeletion: Sendable, Equatable {
  /// Its identity; each log that was told of it has one of its own.
  public let id: RecordID
  /// When the first of it was deleted here.
  public let at: Instant
  /// How many records of each kind are still deleted.
  public let counts: [RecordKind: Int]
  /// The nodes of the devices that deleted them, ascending.
  public let nodes: [UInt32]

  package init(id: RecordID, at: Instant, counts: [RecordKind: Int], nodes: [UInt32]) {
    (self.id, self.at, self.counts, self.nodes) = (id, at, counts, nodes)
  }

  /// Six characters a person can type.
  public var shortID: ShortID { ShortID(id) }

  /// How many records are still deleted.
  public var count: Int { counts.values.reduce(0, +) }

  /// What was deleted, the most first: `12 sessions, 3 books, 2 others`.
  public var words: String {
    let known = counts.filter { Self.nouns[$0.key.name] != nil }
    var parts = known.sorted { ($1.value, $0.key.name) < ($0.value, $1.key.name) }
      .map { "\($0.value) \(Self.noun($0.key, $0.value))" }
    let others = count - known.values.reduce(0, +)
    if others > 0 { parts.append("\(others) other\(others == 1 ? "" : "s")") }
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
  /// Whether so many of `live` records are a bulk: more than 10, and more than a fifth of all that
  /// were there before (spec/sync.md F31).
  public static func isBulk(_ gone: Int, of live: Int) -> Bool { gone > 10 && gone > live / 5 }

  /// The times of the latest stretch in which each deletion came less than ten minutes after the one
  /// before, out of times in ascending order.
  ///
  /// A device sends what it did in several parts, and a line may be cut between them.
  package static func latestRun(of times: [Instant]) -> [Instant] {
    let pairs = zip(times, times.dropFirst())
    let cut = Array(pairs).lastIndex { !isOneRun($0, $1) }
    return Array(times[(cut.map { $0 + 1 } ?? 0)...])
  }

  /// Whether what came later belongs to what came before it.
  package static func isOneRun(_ before: Instant, _ later: Instant) -> Bool {
    later - before < .minutes(10)
  }
}
