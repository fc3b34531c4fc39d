public import Cairn

/// A file that somebody sent to be imported, as all servers of a database know it.
public struct UploadedFile: Sendable, Equatable {
  /// Its identity.
  public let id: RecordID
  /// Whose it is: the id of an account.
  public let owner: String
  /// When it was sent.
  public let madeAt: Instant
  /// How far it has come.
  public var state: State
  /// What is told of it, in the words of whoever keeps it.
  public var job: String
  /// Items done so far; 0 or more.
  public var done = 0
  /// Of how many; nil where that is not known.
  public var total: Int?

  /// Makes one that nothing is done of.
  public init(
    _ id: RecordID,
    of owner: String,
    madeAt: Instant,
    _ state: State,
    job: String
  ) {
    (self.id, self.owner, self.madeAt) = (id, owner, madeAt)
    (self.state, self.job) = (state, job)
  }

  /// How far a file has come.
  public struct State: Named {
    /// The stored name.
    public let name: String
    /// It was looked at, and nothing was changed.
    public static let planned = State("planned")
    /// It is being taken in.
    public static let applying = State("applying")
    /// It was taken in.
    public static let applied = State("applied")
    /// It was taken in, and taken back.
    public static let undone = State("undone")
    /// It could not be taken in, and nothing was changed.
    public static let failed = State("failed")

    /// It was being taken in, and who did that has said nothing of it for a minute; this is never stored.
    public static let left = State("left")

    /// All that are stored.
    public static let all = [planned, applying, applied, undone, failed]

    private init(_ name: String) { self.name = name }
  }
}
