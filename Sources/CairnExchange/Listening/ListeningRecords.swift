import Cairn

/// A story and the time it was heard, as records.
struct ListeningRecords {
  private let source: String
  private let story: ImportedStory
  private let id: Identifier<Story>

  init(_ source: String, _ story: ImportedStory, _ index: StoryIndex) {
    (self.source, self.story) = (source, story)
    id = index.story(story.title, author: story.author, source: source, number: story.number)
  }

  /// The story, then its sittings.
  func items(_ sittings: [ListenPlaces.TimedSession]) -> [ImportItem] {
    let first = sittings.map(\.timeline.start).min()
    guard let record = story.record(id, source: source, since: first) else { return [] }
    let latest = sittings.compactMap(\.listen.version).max()
    let planned = PlannedRecord(record, onlyWhenNew: ["added"], version: latest)
    let item = ImportItem(line: nil, title: record.title, records: [planned])
    return [item] + sittings.map { self.item($0, record.title) }
  }

  private func item(_ sessionContext: ListenPlaces.TimedSession, _ title: String) -> ImportItem {
    let listen = sessionContext.listen
    let id = RecordID(derivedFrom: [source, "session"] + listen.key)
    var session = Session(
      id: SessionID(id),
      detail: detail(listen),
      timeline: sessionContext.timeline,
      zone: sessionContext.zone
    )
    session.source = source
    let lived: Set = ["story", "zone", "source"]
    return ImportItem(
      line: listen.line == 0 ? nil : listen.line,
      title: "\(title), \(when(sessionContext))",
      records: [PlannedRecord(session, onlyWhenNew: lived, version: listen.version)]
    )
  }

  private func detail(_ listen: ImportedListen) -> Listening {
    var detail = Listening(story: id)
    try? detail.setPositions(listen.startPosition, listen.endPosition)
    try? detail.setSpeed(listen.speed)
    detail.isCompleted = listen.isCompleted
    if case .day = listen.time { detail.isDayOnly = true }
    detail.sourceRow = listen.raw
    return detail
  }

  private func when(_ sessionContext: ListenPlaces.TimedSession) -> String {
    if case .day(let day) = sessionContext.listen.time { return day.text }
    return sessionContext.timeline.start.text
  }
}
