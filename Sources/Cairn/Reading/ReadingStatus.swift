/// How a person stands to a book on their shelf (spec/reading.md 1.4 and 2.4).
public struct ReadingStatus: Named {
  /// The stored name.
  public let name: String
  /// What a person reads.
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
  /// Started and laid aside for a while.
  public static let paused = ReadingStatus("paused", "paused")
  /// Read to the end.
  public static let read = ReadingStatus("read", "read")
  /// Given up.
  public static let didNotFinish = ReadingStatus("did_not_finish", "did not finish")

  /// All six, in the order of a shelf.
  public static let all = [reading, paused, toRead, wishlist, read, didNotFinish]

  /// All six, the one that tells most about where a person stands first.
  public static let byProgress = [reading, paused, read, didNotFinish, toRead, wishlist]

  /// Whether it is being read, be it laid aside for a while.
  public var isUnderWay: Bool { self == .reading || self == .paused }

  /// Whether it only waits to be read, or is wanted, however it was read before.
  public var waits: Bool { self == .toRead || self == .wishlist }

  /// How the person stands to two duplicates made one: as to this one, unless that only waits, or
  /// only the other is being read, so that what is open stays open.
  func merged(with other: ReadingStatus) -> ReadingStatus {
    guard waits || (other.isUnderWay && !isUnderWay) else { return self }
    return Self.byProgress.first { $0 == self || $0 == other } ?? self
  }
}
