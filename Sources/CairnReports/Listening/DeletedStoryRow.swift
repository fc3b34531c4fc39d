public import Cairn

/// A deleted story with its totals.
public struct DeletedStoryRow: Sendable, Equatable {
  /// The id of the story.
  public let id: Identifier<Story>
  /// Its title.
  public let title: String
  /// The number of ended sessions.
  public let sessions: Int64
  /// The seconds listened.
  public let seconds: Int64

  /// Creates the row from its columns.
  package init(id: Identifier<Story>, title: String, sessions: Int64, seconds: Int64) {
    (self.id, self.title, self.sessions) = (id, title, sessions)
    self.seconds = seconds
  }

  /// The short id that a person can type: six characters.
  public var shortID: ShortID { ShortID(id.record) }
}
