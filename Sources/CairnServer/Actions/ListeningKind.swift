import Cairn
import CairnStore

extension LogWriter {
  /// Throws `listening.other_kind` for a session of another kind, and `session.not_found`.
  func requireListening(_ id: SessionID) throws {
    let row = try row(id)
    guard row.kind == Listening.kind else { throw CairnError.noListening(row) }
  }

  /// Says of which story a session was; throws `listening.other_kind`, and as
  /// ``StoryChoice/id(in:)``.
  func move(_ id: SessionID, to story: StoryChoice) throws {
    try requireListening(id)
    let title = title
    let story = try story.id(in: self)
    self.title = title
    try change(id, as: Listening.self) { $0.detail.move(to: story) }
  }
}

extension CairnError {
  /// The refusal of what is said of listening about another session.
  fileprivate static func noListening(_ row: SessionRow) -> CairnError {
    CairnError(
      "listening.other_kind",
      "Session \(row.shortID.text) is a \(row.kind.name) session; places in audio and speed "
        + "belong to listening.",
      hint: "Name a listening session."
    )
  }

  /// The refusal of a story that is not there.
  static var noStory: CairnError {
    CairnError(
      "story.not_found",
      "There is no such story.",
      hint: "List the stories to see their ids."
    )
  }
}
