import Cairn

extension OfflineLog {
  /// Starts to listen to a known story where it was left, or to one by title.
  ///
  /// Throws `story.not_found`, `story.ambiguous`, `story.title_missing`, and the errors of the setters of
  /// ``Listening`` and of ``start(_:_:)``.
  mutating func startListening(_ action: OfflineAction) throws(CairnError) {
    let story = try action.text("story") == nil ? titled(action) : story(action)
    var detail = Listening(story: story.id)
    try set(action.place("from") ?? place(in: story.id), nil, of: &detail)
    try detail.setSpeed(action.number("speed"))
    title = "Started listening to “\(story.title)”"
    try start(detail, action)
  }

  /// Stops a listening session at a position; throws the errors of ``stop(_:as:_:_:)``.
  mutating func stopListening(_ id: RecordID, _ action: OfflineAction) throws(CairnError) {
    let log = self
    try stop(id, as: Listening.self, action) { (detail) throws(CairnError) in
      if let end = try action.place("to") {
        try log.set(detail.startPosition, end, of: &detail)
      }
      if action.text("heard") == "yes" { detail.isCompleted = true }
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

  private func story(_ action: OfflineAction) throws(CairnError) -> Story {
    let id = Story.id(client: action.text("story") ?? "")
    guard let story = try find(Story.self, id.record) else {
      throw CairnError(
        "story.not_found",
        "That story is not saved in this browser.",
        hint: "Enter its title instead."
      )
    }
    return story
  }

  private static func ambiguous(_ title: String) -> CairnError {
    CairnError(
      "story.ambiguous",
      "Several stories have the title “\(title)”.",
      hint: "Enter the author as well."
    )
  }

  /// Returns the one known story with the title, else a new one.
  private mutating func titled(_ action: OfflineAction) throws(CairnError) -> Story {
    var story = try Story(id: ids.next(of: Story.self), title: action.text("listenTitle") ?? "")
    story.setAuthor(action.text("listenAuthor"))
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
