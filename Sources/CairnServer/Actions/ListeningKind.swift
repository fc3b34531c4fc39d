import Cairn
import CairnStore

extension LogWriter {
  /// Throws `listening.other_kind` for another kind of session, and `session.not_found`.
  func requireListening(_ id: SessionID) throws {
    let row = try row(id)
    guard row.kind == Listening.kind else { throw CairnError.noListening(row) }
  }

  /// Changes the story of a session; throws `listening.other_kind` and the errors of ``StoryChoice/id(in:)``.
  func move(_ id: SessionID, to story: StoryChoice) throws {
    try requireListening(id)
    let title = title
    let story = try story.id(in: self)
    self.title = title
    try change(id, as: Listening.self) { $0.detail.move(to: story) }
  }
}

extension CairnError {
  /// The error for a listening request about another kind of session.
  fileprivate static func noListening(_ row: SessionRow) -> CairnError {
    CairnError(
      "listening.other_kind",
      "Session \(row.shortID.text) is a \(row.kind.name) session; only listening sessions have "
        + "positions in audio and a speed.",
      hint: "Choose a listening session."
    )
  }

  /// The error for an unknown story.
  static var noStory: CairnError {
    CairnError(
      "story.not_found",
      "There is no such story.",
      hint: "List the stories to see their ids."
    )
  }
}
