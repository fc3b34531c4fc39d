public import Cairn

/// A person's listening history from a file or a server, independent of its format.
public struct ImportedHistory: Sendable, Equatable {
  /// The stable name of the source, for instance `audible`.
  public let source: String
  /// The display name of the source.
  public let name: String
  /// The stories in the order of the file, each with its sessions in the same order.
  public internal(set) var stories: [ListenedStory] = []
  /// The issues of invalid rows.
  public internal(set) var issues: [RowIssue] = []

  /// A story with its sessions.
  public struct ListenedStory: Sendable, Equatable {
    /// The story.
    public internal(set) var story: ImportedStory
    /// The sessions; empty for a story that was only borrowed.
    public internal(set) var sessions: [ImportedListeningSession] = []
  }

  /// Creates an empty history.
  init(source: String, name: String) {
    (self.source, self.name) = (source, name)
  }

  /// Returns the plan of importing the history into a log.
  ///
  /// Sessions may overlap others. Without a zone in the source, `zone` is the session's time zone.
  /// A session with only a date starts at noon, or after the previous one of that day, and is
  /// marked so that statistics ignore its hour. Sessions after `now` are excluded.
  public func plan(
    for index: StoryIndex,
    zone: ZoneRules,
    zones: @escaping (String) -> ZoneRules?,
    now: Instant
  ) -> ImportPlan {
    var places = ListeningSessionPlacer(zone: zone, zones: zones, now: now)
    var items: [ImportItem] = []
    for entry in stories {
      let timedSessions = entry.sessions.compactMap { places.place($0, entry.story.title) }
      let records = ListeningRecords(source, entry.story, index)
      guard entry.sessions.isEmpty || !timedSessions.isEmpty else { continue }
      items += records.items(timedSessions)
    }
    let count = items.count { $0.records.first?.kind == SessionRecord.kind }
    return ImportPlan(
      source: source,
      title: title(sessions: count, stories: items.count - count),
      items: items,
      issues: (issues + places.issues).sorted { $0.line < $1.line }
        .map { ImportIssue(line: $0.line == 0 ? nil : $0.line, message: $0.message) }
    )
  }

  private func title(sessions: Int, stories: Int) -> String {
    let what =
      sessions > 0 ? counted(sessions, "session") : counted(stories, "story", "stories")
    return "Imported \(what) from \(name)"
  }
}
