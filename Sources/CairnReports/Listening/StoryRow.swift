public import Cairn

/// A story for lists, with its listening totals.
public struct StoryRow: Sendable, Equatable {
  /// The id of the story.
  public let id: Identifier<Story>
  /// Its title.
  public let title: String
  /// Its series, or nil.
  public let series: String?
  /// Its author, or nil.
  public let author: String?
  /// Its narrator, or nil.
  public let narrator: String?
  /// Its audio duration, or nil.
  public let duration: Milliseconds?
  /// Whether it is a favourite.
  public let isFavorite: Bool
  /// When it was added, or nil.
  public let added: Instant?
  /// Its id in listening apps.
  public let publicID: String
  /// The number of ended sessions.
  public let sessions: Int64
  /// Their total seconds, including unfinished ones.
  public let seconds: Int64
  /// The number of sessions that finished it.
  public let completed: Int64
  /// The play count: the larger of the number of sessions and of reported plays (spec/listening.md 1.11).
  public let plays: Int64
  /// When it was last played, or nil.
  public let lastPlayed: Instant?
  /// The last known position, or nil.
  public let position: Milliseconds?
  /// When one of its fields last changed.
  public let updated: Instant
  /// When one of its fields, its sessions or its plays last changed.
  public let changed: Instant
  /// Whether the latest session finished it.
  public let isDone: Bool
  /// The notes, of any number of lines, or nil.
  public let notes: String?
  /// Whether it was deleted.
  public let isDeleted: Bool

  /// Creates the row from its columns.
  package init(
    id: Identifier<Story>,
    title: String,
    series: String?,
    author: String?,
    narrator: String?,
    duration: Milliseconds?,
    isFavorite: Bool,
    added: Instant?,
    publicID: String,
    sessions: Int64,
    seconds: Int64,
    completed: Int64,
    plays: Int64,
    lastPlayed: Instant?,
    position: Milliseconds?,
    updated: Instant,
    changed: Instant,
    isDone: Bool,
    notes: String?,
    isDeleted: Bool
  ) {
    (self.id, self.title, self.series) = (id, title, series)
    (self.author, self.narrator, self.duration) = (author, narrator, duration)
    (self.isFavorite, self.added, self.publicID) = (isFavorite, added, publicID)
    (self.sessions, self.seconds, self.completed) = (sessions, seconds, completed)
    (self.plays, self.lastPlayed, self.position) = (plays, lastPlayed, position)
    (self.updated, self.changed, self.isDone) = (updated, changed, isDone)
    (self.notes, self.isDeleted) = (notes, isDeleted)
  }

  /// The short id that a person can type: six characters.
  public var shortID: ShortID { ShortID(id.record) }
  /// Its group: the series, or else the author; nil without both.
  public var group: String? { series ?? author }
}
