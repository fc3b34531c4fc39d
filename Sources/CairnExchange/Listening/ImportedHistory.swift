public import Cairn

/// What somebody listened to, out of a file or from a server, whatever program noted it.
public struct ImportedHistory: Sendable, Equatable {
  /// The stable name of the source, for instance `audible`.
  public let source: String
  /// The name of the source as a person knows it.
  public let name: String
  /// The stories in the order of the file, each with its sessions in the same order.
  public internal(set) var stories: [ListenedStory] = []
  /// What was wrong with rows.
  public internal(set) var issues: [RowIssue] = []

  /// A story and its sessions.
  public struct ListenedStory: Sendable, Equatable {
    /// The story.
    public internal(set) var story: ImportedStory
    /// Its sessions; none of one that was only borrowed.
    public internal(set) var sessions: [ImportedListen] = []
  }

  /// Nothing yet.
  init(source: String, name: String) {
    (self.source, self.name) = (source, name)
  }

  /// What importing the history would do to a log.
  ///
  /// Each sitting becomes a session, beside whatever else went on then. Where the source tells no
  /// zone, `zone` says where it was. A sitting of which only the day is known lies from noon on,
  /// those of one day one behind the other, and is marked so that its hour counts for nothing.
  /// What lies after `now` is left out.
  public func plan(
    for index: StoryIndex,
    zone: ZoneRules,
    zones: @escaping (String) -> ZoneRules?,
    now: Instant
  ) -> ImportPlan {
    var places = ListenPlaces(zone: zone, zones: zones, now: now)
    var items: [ImportItem] = []
    for heard in stories {
      let sittings = heard.sessions.compactMap { places.place($0, heard.story.title) }
      let records = ListeningRecords(source, heard.story, index)
      guard heard.sessions.isEmpty || !sittings.isEmpty else { continue }
      items += records.items(sittings)
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
      sessions > 0
      ? "\(sessions) \(sessions == 1 ? "session" : "sessions")"
      : "\(stories) \(stories == 1 ? "story" : "stories")"
    return "Import \(what) from \(name)"
  }
}
