public import Cairn

/// The stories of one series or one author.
public struct ListeningGroup: Sendable, Equatable {
  /// The contribution of one story to its group.
  public struct Part: Sendable {
    let name: String
    let seconds: Int64
    let added: Instant

    /// Creates a story's contribution; `added` is the time at which it was added to the library.
    public init(_ name: String, seconds: Int64, added: Instant) {
      (self.name, self.seconds, self.added) = (name, seconds, added)
    }
  }

  /// The name of the series or author.
  public let name: String
  /// The number of stories.
  public internal(set) var stories: Int64
  /// The listening time in seconds, including partial sessions.
  public internal(set) var seconds: Int64
  /// The time at which its first story was added.
  public internal(set) var added: Instant
  /// Whether it has the most listening time, the earliest added in a tie (spec/listening.md 2.7);
  /// false for all groups without listening time.
  public internal(set) var isMostActive = false

  /// Groups the stories, the most recently added group first.
  public static func groups(_ parts: [Part]) -> [ListeningGroup] {
    var groups: [String: ListeningGroup] = [:]
    for part in parts { groups[part.name, default: ListeningGroup(part)].add(part) }
    var sorted = groups.values.sorted { ($1.added, $1.name) < ($0.added, $0.name) }
    let maximum = sorted.reduce(0) { max($0, $1.seconds) }
    if maximum > 0, let index = sorted.lastIndex(where: { $0.seconds == maximum }) {
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
