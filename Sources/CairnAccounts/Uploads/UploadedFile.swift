public import Cairn
public import CairnReports

/// A file uploaded for import, shared by all servers of a database.
public struct UploadedFile: Sendable, Equatable {
  /// The id of the file.
  public let id: RecordID
  /// The id of the owning account.
  public let owner: String
  /// When it was uploaded.
  public let createdAt: Instant
  /// The progress of its import.
  public var state: ImportState
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
    _ state: ImportState,
    job: String
  ) {
    (self.id, self.owner, self.createdAt) = (id, owner, createdAt)
    (self.state, self.job) = (state, job)
  }
}
