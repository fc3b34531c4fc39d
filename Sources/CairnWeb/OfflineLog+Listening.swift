import Cairn

extension OfflineLog {
  /// Starts to listen to a known story where it was left, or to one by title.
  ///
  /// Throws `story.not_found`, `story.ambiguous`, `story.title_missing`, and the errors of the setters of
  /// ``Listening`` and of ``start(_:_:)``.
  mutating func startListening(_ act: OfflineAction) throws(CairnError) {
    let story = try act.text("story") == nil ? titled(act) : story(act)
    var detail = Listening(story: story.id)
    try set(act.place("from") ?? place(in: story.id), nil, of: &detail)
    try detail.setSpeed(act.number("speed"))
    title = "Start listening to “\(story.title)”"
    try start(detail, act)
  }

  /// Stops a listening session at a position; throws the errors of ``stop(_:as:_:_:)``.
  mutating func stopListening(_ id: RecordID, _ act: OfflineAction) throws(CairnError) {
    let log = self
    try stop(id, as: Listening.self, act) { (detail) throws(CairnError) in
      if let end = try act.place("to") {
        try log.set(detail.startPosition, end, of: &detail)
      }
      if act.text("heard") == "yes" { detail.isCompleted = true }
    }
  }

  private func set(
    _ start: Milliseconds?,
    _ end: Milliseconds?,
    of detail: inout Listening
  ) throws(CairnError) {
    let story = try find(Story.self, detail.story.record)
    if let start, start != detail.startPosition { try story?.requirePosition(start) }
    if let end { try story?.requirePosition(end) }
    try detail.setPositions(start, end)
  }

  /// Returns the last position in the story; nil if it is unknown or the story was finished.
  private func place(in story: Identifier<Story>) -> Milliseconds? {
    let ended = all(Session<Listening>.self).filter { session in
      session.detail.story == story && session.timeline.isEnded
        && (session.detail.endPosition != nil || session.detail.isCompleted)
    }
    let last = ended.max { ($0.timeline.start, $0.id) < ($1.timeline.start, $1.id) }
    return last.flatMap { $0.detail.isCompleted ? nil : $0.detail.endPosition }
  }

  private func story(_ act: OfflineAction) throws(CairnError) -> Story {
    let id = Story.id(client: act.text("story") ?? "")
    guard let story = try find(Story.self, id.record) else {
      throw CairnError(
        "story.not_found",
        "That story is not kept in this browser.",
        hint: "Give its title instead."
      )
    }
    return story
  }

  private static func ambiguous(_ title: String) -> CairnError {
    CairnError(
      "story.ambiguous",
      "Several stories are called “\(title)”.",
      hint: "Give the author as well."
    )
  }

  /// Returns the one known story with the title, else a new one.
  private mutating func titled(_ act: OfflineAction) throws(CairnError) -> Story {
    var story = try Story(id: ids.next(of: Story.self), title: act.text("listenTitle") ?? "")
    story.setAuthor(act.text("listenAuthor"))
    let known = all(Story.self).filter { one in
      folded(one.title) == folded(story.title)
        && (story.author == nil || one.author.map { folded($0) } == story.author.map { folded($0) })
    }
    if let one = known.first {
      guard known.count == 1 else { throw Self.ambiguous(one.title) }
      return one
    }
    story.added = now
    save(story)
    return story
  }
}
