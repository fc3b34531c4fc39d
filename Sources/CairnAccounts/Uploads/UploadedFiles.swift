public import Cairn
public import CairnSQL
import CairnStore

/// The files uploaded for import by all accounts of a PostgreSQL database.
///
/// Changes are durable when a call returns. Each transaction runs as one account, and row security hides the files of
/// all others (`AccountSchema.people`).
public struct UploadedFiles: Sendable {
  private let database: any SQLDatabase

  /// The maximum number of files per account, and how long a file is kept regardless of its state.
  public static let (limit, time) = (8, Milliseconds(30 * 86_400_000))

  /// Returns the files in a database of accounts; ``Accounts`` creates the tables.
  public static func shared(in database: any SQLDatabase) -> UploadedFiles {
    UploadedFiles(database: database)
  }

  /// Stores a file, replacing the oldest beyond ``limit``; does nothing if the file exists.
  ///
  /// `options` is serialized by the caller. The file is written block by block, in short transactions. An incomplete
  /// upload stays hidden, and uploading the file again replaces it.
  public func insert(_ file: UploadedFile, options: String, _ bytes: [UInt8]) async throws {
    let owner = file.owner
    guard
      let uploader = try await write(
        as: owner,
        { try UploadedFileTable.begin(file, options, in: $0) }
      )
    else { return }
    for (number, start) in stride(from: 0, to: bytes.count, by: UploadedFileTable.block)
      .enumerated()
    {
      let part = bytes[start..<min(start + UploadedFileTable.block, bytes.count)]
      let isOurs = try await write(as: owner) {
        try UploadedFileTable.insert(part, at: number, of: file.id, by: uploader, in: $0)
      }
      guard isOurs else { return }
    }
    try await write(as: owner) {
      try UploadedFileTable.end(file, by: uploader, in: $0)
      try UploadedFileTable.trim(owner, limit: Self.limit, in: $0)
    }
    // The file is stored; expired files of other accounts are deleted with the next upload if this fails.
    try? await deleteFiles(before: file.createdAt - Self.time)
  }

  /// Deletes all accounts' files older than an instant.
  private func deleteFiles(before moment: Instant) async throws {
    let owners = try await translated {
      try await database.read { try UploadedFileTable.owners(before: moment, in: $0) }
    }
    for owner in owners {
      try await write(as: owner) { try UploadedFileTable.delete(before: moment, of: owner, in: $0) }
    }
  }

  /// Returns a file of an account, or nil.
  public func find(_ id: RecordID, of owner: String) async throws -> UploadedFile? {
    try await read(as: owner) { try UploadedFileTable.find(id, of: owner, in: $0) }
  }

  /// Returns an account's files, newest first.
  public func all(of owner: String) async throws -> [UploadedFile] {
    try await read(as: owner) { try UploadedFileTable.all(of: owner, in: $0) }
  }

  /// Returns a block of a file by its 0-based number; nil after the last, and once the file was imported.
  public func block(_ number: Int, of id: RecordID, of owner: String) async throws -> [UInt8]? {
    try await read(as: owner) { try UploadedFileTable.block(number, of: id, in: $0) }
  }

  /// Returns the import options of a file.
  public func options(of id: RecordID, of owner: String) async throws -> String? {
    try await read(as: owner) { try UploadedFileTable.options(of: id, in: $0) }
  }

  /// Saves a file and its options if it is not being imported and was not imported; returns whether it was saved.
  public func update(_ file: UploadedFile, options: String) async throws -> Bool {
    try await write(as: file.owner) {
      try UploadedFileTable.update(file, options, from: .resting, in: $0)
    }
  }

  /// Claims a file for import by a runner, unless another runs or finished it; returns whether it succeeded.
  ///
  /// The runner must call ``reportProgress(_:of:_:of:by:)`` at least once a minute, or another may claim the file.
  public func claim(
    _ id: RecordID,
    of owner: String,
    by runner: RecordID
  ) async throws -> Bool {
    try await write(as: owner) { try UploadedFileTable.claim(id, by: runner, in: $0) }
  }

  /// Renews a runner's claim and reports its progress.
  public func reportProgress(
    _ done: Int,
    of total: Int?,
    _ id: RecordID,
    of owner: String,
    by runner: RecordID
  ) async throws {
    try await write(as: owner) {
      try UploadedFileTable.reportProgress(done, of: total, id, by: runner, in: $0)
    }
  }

  /// Saves the result of a runner's import; does nothing if another runner claimed the file since.
  public func storeResult(_ file: UploadedFile, by runner: RecordID) async throws {
    _ = try await write(as: file.owner) {
      try UploadedFileTable.update(file, from: .applying(by: runner), in: $0)
    }
  }

  /// Records that an import was undone.
  public func markUndone(_ file: UploadedFile) async throws {
    _ = try await write(as: file.owner) {
      try UploadedFileTable.update(file, from: .applied, in: $0)
    }
  }

  /// Deletes a file of an account; imported data stays.
  public func remove(_ id: RecordID, of owner: String) async throws {
    try await write(as: owner) { try UploadedFileTable.delete(id, in: $0) }
  }

  /// Deletes all files of an account.
  public func removeAll(of owner: String) async throws {
    try await write(as: owner) { try UploadedFileTable.deleteAll(of: owner, in: $0) }
  }

  private func read<T: Sendable>(
    as person: String,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await translated { try await database.read(as: person, body) }
  }

  private func write<T: Sendable>(
    as person: String,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await translated { try await database.write(as: person, body) }
  }

  private func translated<T>(_ body: () async throws -> T) async throws -> T {
    do { return try await body() } catch let error as StorageError { throw CairnError(error) }
  }
}
