public import Cairn

/// A book in progress.
public struct OpenBookRow: Sendable, Equatable {
  /// The book.
  public let id: Identifier<Entry>
  /// Its title.
  public let title: String
  /// The open read-through.
  public let reading: Identifier<ReadThrough>
  /// The recorded start date, or nil.
  public let started: String?
  /// The day of the first session of this read-through if no start is recorded, or nil.
  public let firstSession: LocalDay?
  /// The latest day with a session of the book, or nil.
  public let lastSession: LocalDay?
  /// When the position was last set, in a session or outside one.
  public package(set) var progressStamp: Instant?

  /// Creates the row from its columns.
  package init(
    id: Identifier<Entry>,
    title: String,
    reading: Identifier<ReadThrough>,
    started: String?,
    firstSession: LocalDay?,
    lastSession: LocalDay?,
    progressStamp: Instant? = nil
  ) {
    (self.id, self.title, self.reading) = (id, title, reading)
    (self.started, self.firstSession, self.lastSession) = (started, firstSession, lastSession)
    self.progressStamp = progressStamp
  }

  /// The short id that a person can type: six characters.
  public var shortID: ShortID { ShortID(id.record) }
}
