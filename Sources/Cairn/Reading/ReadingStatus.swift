/// The reading status of a book on the shelf (spec/reading.md 1.4 and 2.4).
public struct ReadingStatus: Named {
  /// The stored name.
  public let name: String
  /// The text for display.
  public let label: String

  private init(_ name: String, _ label: String) {
    self.name = name
    self.label = label
  }

  /// Wanted, not owned.
  public static let wishlist = ReadingStatus("wishlist", "wishlist")
  /// Owned, not started.
  public static let toRead = ReadingStatus("to_read", "to read")
  /// Being read.
  public static let reading = ReadingStatus("reading", "reading")
  /// Started and set aside for a while.
  public static let paused = ReadingStatus("paused", "paused")
  /// Read to the end.
  public static let read = ReadingStatus("read", "read")
  /// Given up.
  public static let didNotFinish = ReadingStatus("did_not_finish", "did not finish")

  /// All six, in the order of a shelf.
  public static let all = [reading, paused, toRead, wishlist, read, didNotFinish]

  /// All six, the most informative about the person's progress first.
  public static let byProgress = [reading, paused, read, didNotFinish, toRead, wishlist]

  /// Whether the book is in progress, including paused.
  public var isInProgress: Bool { self == .reading || self == .paused }

  /// Whether the book is only planned, even if it was read before.
  public var isPlanned: Bool { self == .toRead || self == .wishlist }

  /// Returns the status of two merged duplicates: this one, unless it is only planned or only the
  /// other is in progress.
  func merged(with other: ReadingStatus) -> ReadingStatus {
    guard isPlanned || (other.isInProgress && !isInProgress) else { return self }
    return Self.byProgress.first { $0 == self || $0 == other } ?? self
  }
}
