import Cairn

/// The records that a story with its sessions creates.
struct ListeningRecords {
  private let source: String
  private let story: ImportedStory
  private let id: Identifier<Story>

  init(_ source: String, _ story: ImportedStory, _ index: StoryIndex) {
    (self.source, self.story) = (source, story)
    id = index.story(story.title, author: story.author, source: source, number: story.number)
  }

  /// Returns the items of the story and then of its sessions.
  func items(_ timedSessions: [ListeningSessionPlacer.TimedSession]) -> [ImportItem] {
    let first = timedSessions.map(\.timeline.start).min()
    guard let record = story.record(id, source: source, since: first) else { return [] }
    let latest = timedSessions.compactMap(\.listen.version).max()
    let planned = PlannedRecord(record, onlyWhenNew: ["added"], version: latest)
    let item = ImportItem(line: nil, title: record.title, records: [planned])
    return [item] + timedSessions.map { self.item($0, record.title) }
  }

  private func item(_ timedSession: ListeningSessionPlacer.TimedSession, _ title: String)
    -> ImportItem
  {
    let listen = timedSession.listen
    let id = RecordID(derivedFrom: [source, "session"] + listen.key)
    var session = Session(
      id: SessionID(id),
      detail: detail(listen),
      timeline: timedSession.timeline,
      zone: timedSession.zone
    )
    session.source = source
    let onlyWhenNewFields: Set = ["story", "zone", "source"]
    return ImportItem(
      line: listen.line == 0 ? nil : listen.line,
      title: "\(title), \(when(timedSession))",
      records: [PlannedRecord(session, onlyWhenNew: onlyWhenNewFields, version: listen.version)]
    )
  }

  private func detail(_ listen: ImportedListeningSession) -> Listening {
    var detail = Listening(story: id)
    try? detail.setPositions(listen.startPosition, listen.endPosition)
    try? detail.setSpeed(listen.speed)
    detail.isCompleted = listen.isCompleted
    if case .day = listen.time { detail.isDayOnly = true }
    detail.sourceRow = listen.raw
    return detail
  }

  private func when(_ timedSession: ListeningSessionPlacer.TimedSession) -> String {
    if case .day(let day) = timedSession.listen.time { return day.text }
    return timedSession.timeline.start.text
  }
}
