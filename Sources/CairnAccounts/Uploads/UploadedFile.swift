public import Cairn

/// A file uploaded for import, shared by all servers of a database.
public struct UploadedFile: Sendable, Equatable {
  /// The id of the file.
  public let id: RecordID
  /// The id of the owning account.
  public let owner: String
  /// When it was uploaded.
  public let createdAt: Instant
  /// The progress of its import.
  public var state: State
  /// The caller's serialized import job; this type does not interpret it.
  public var job: String
  /// The number of items imported so far.
  public var done = 0
  /// The total number of items; nil if unknown.
  public var total: Int?

  /// Creates a file without progress.
  public init(
    _ id: RecordID,
    of owner: String,
    createdAt: Instant,
    _ state: State,
    job: String
  ) {
    (self.id, self.owner, self.createdAt) = (id, owner, createdAt)
    (self.state, self.job) = (state, job)
  }

  /// The state of an import.
  public struct State: Named {
    /// The stored name.
    public let name: String
    /// It was previewed; nothing was changed.
    public static let planned = State("planned")
    /// It is being imported.
    public static let applying = State("applying")
    /// It was imported.
    public static let applied = State("applied")
    /// The import was undone.
    public static let undone = State("undone")
    /// The import failed; nothing was changed.
    public static let failed = State("failed")

    /// Its import has not reported progress for a minute; never stored.
    public static let stalled = State("stalled")

    /// All stored states.
    public static let all = [planned, applying, applied, undone, failed]

    private init(_ name: String) { self.name = name }
  }
}
