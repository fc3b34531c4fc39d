public import Cairn
import CairnReports
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
  /// The block size in bytes.
  static let blockSize = 1_048_576

  /// Returns the files in a database of accounts; ``Accounts`` creates the tables.
  public static func shared(in database: any SQLDatabase) -> UploadedFiles {
    UploadedFiles(database: database)
  }

  /// Stores a file, replacing the oldest beyond ``limit``; does nothing if the file exists.
  ///
  /// `options` is serialized by the caller. The file is written block by block, in short transactions. An incomplete
  /// upload stays hidden, and uploading the file again replaces it.
  public func insert(_ file: UploadedFile, options: String, _ bytes: [UInt8]) async throws {
    guard let uploader = try await begin(file, options) else { return }
    for (number, start) in stride(from: 0, to: bytes.count, by: Self.blockSize).enumerated() {
      let part = Array(bytes[start..<min(start + Self.blockSize, bytes.count)])
      guard try await insert(part, at: number, of: file, by: uploader) else { return }
    }
    try await end(file, by: uploader)
    // The file is stored; expired files of other accounts are deleted with the next upload if this fails.
    try? await deleteFiles(before: file.createdAt - Self.time)
  }

  /// Starts an upload and returns its uploader token; nil if the file exists.
  ///
  /// The file stays hidden until the upload is complete. Replaces an incomplete upload.
  private func begin(_ file: UploadedFile, _ options: String) async throws -> RecordID? {
    try await write(as: file.owner) { connection in
      try connection.run("DELETE FROM uploaded_file WHERE id = \(file.id) AND state = 'uploading'")
      return try connection.value(
        """
        INSERT INTO uploaded_file (id, owner, made_at, state, job, options, runner)
        VALUES (\(file.id), \(file.owner), \(file.createdAt), 'uploading', \(file.job), \(options),
          gen_random_uuid())
        ON CONFLICT DO NOTHING RETURNING runner
        """
      )
    }
  }

  /// Stores a block; returns whether the upload still belongs to this uploader.
  private func insert(
    _ part: [UInt8],
    at number: Int,
    of file: UploadedFile,
    by uploader: RecordID
  ) async throws -> Bool {
    try await write(as: file.owner) { connection in
      try connection.count(
        """
        INSERT INTO uploaded_block (file, number, bytes) SELECT id, \(number), \(part)
        FROM uploaded_file WHERE id = \(file.id) AND state = 'uploading' AND runner = \(uploader)
        """
      ) > 0
    }
  }

  /// Completes an upload, which makes the file visible, and deletes the account's files beyond the newest.
  private func end(_ file: UploadedFile, by uploader: RecordID) async throws {
    try await write(as: file.owner) { connection in
      try connection.run(
        """
        UPDATE uploaded_file SET state = \(file.state.name)
        WHERE id = \(file.id) AND state = 'uploading' AND runner = \(uploader)
        """
      )
      try connection.run(
        """
        DELETE FROM uploaded_file WHERE \(fragment: UploadedFileStates.isIdle) AND id IN (
          SELECT id FROM uploaded_file WHERE owner = \(file.owner)
            AND state <> 'uploading' ORDER BY made_at DESC, id DESC OFFSET \(Self.limit)
        )
        """
      )
    }
  }

  /// Deletes all accounts' files older than an instant.
  private func deleteFiles(before moment: Instant) async throws {
    let owners: [String] = try await translated {
      try await database.read { try $0.values("SELECT owners_of_old_files(\(moment))") }
    }
    for owner in owners {
      try await write(as: owner) { connection in
        try connection.run(
          """
          DELETE FROM uploaded_file
          WHERE owner = \(owner) AND made_at < \(moment) AND \(fragment: UploadedFileStates.isIdle)
          """
        )
      }
    }
  }

  func read<T: Sendable>(
    as person: String,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await translated { try await database.read(as: person, body) }
  }

  func write<T: Sendable>(
    as person: String,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await translated { try await database.write(as: person, body) }
  }

  private func translated<T>(_ body: () async throws -> T) async throws -> T {
    do { return try await body() } catch let error as StorageError { throw CairnError(error) }
  }
}
