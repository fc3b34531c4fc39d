public import Cairn

/// The stories of one series, or of one author.
public struct ListeningGroup: Sendable, Equatable {
  /// What one story gives to its group.
  public struct Part: Sendable {
    let name: String
    let seconds: Int64
    let added: Instant

    /// A story of a group, the seconds heard of it, and when it came here.
    public init(_ name: String, seconds: Int64, added: Instant) {
      (self.name, self.seconds, self.added) = (name, seconds, added)
    }
  }

  /// The series or the author.
  public let name: String
  /// How many stories it has.
  public internal(set) var stories: Int64
  /// The seconds heard of them, partial sessions included.
  public internal(set) var seconds: Int64
  /// When the first of them came here.
  public internal(set) var added: Instant
  /// Whether most was heard of it: of one group, that which came first of several as much heard, and
  /// of none where nothing was heard (spec/listening.md 2.7).
  public internal(set) var isMostActive = false

  /// Gathers the stories into groups, the one that came last first.
  public static func groups(_ parts: [Part]) -> [ListeningGroup] {
    var groups: [String: ListeningGroup] = [:]
    for part in parts { groups[part.name, default: ListeningGroup(part)].add(part) }
    var sorted = groups.values.sorted { ($1.added, $1.name) < ($0.added, $0.name) }
    let most = sorted.reduce(0) { max($0, $1.seconds) }
    if most > 0, let index = sorted.lastIndex(where: { $0.seconds == most }) {
      sorted[index].isMostActive = true
    }
    return sorted
  }

  private init(_ part: Part) {
    (name, stories, seconds, added) = (part.name, 0, 0, part.added)
  }

  private mutating func add(_ part: Part) {
    stories += 1
    seconds += part.seconds
    added = min(added, part.added)
  }
}
