public import Cairn
import CairnReports
import CairnSQL

extension UploadedFiles {
  /// Returns a file of an account, or nil.
  public func find(_ id: RecordID, of owner: String) async throws -> UploadedFile? {
    try await read(as: owner) { connection in
      try connection.first("\(fragment: Self.selection) AND owner = \(owner) AND id = \(id)") {
        try UploadedFile($0)
      }
    }
  }

  /// Returns an account's files, newest first.
  public func all(of owner: String) async throws -> [UploadedFile] {
    try await read(as: owner) { connection in
      try connection.all(
        "\(fragment: Self.selection) AND owner = \(owner) ORDER BY made_at DESC, id DESC"
      ) { try UploadedFile($0) }
    }
  }

  private static let selection: SQL = """
    SELECT id, owner, made_at, state, job, done, total,
      \(fragment: UploadedFileStates.isStale) AS is_stale
    FROM uploaded_file
    WHERE state <> 'uploading'
    """

  /// Returns a block of a file by its 0-based number; nil after the last, and once the file was imported.
  public func block(_ number: Int, of id: RecordID, of owner: String) async throws -> [UInt8]? {
    try await read(as: owner) { connection in
      try connection.first(
        "SELECT bytes FROM uploaded_block WHERE file = \(id) AND number = \(number)"
      ) { try $0.blob(0) }
    }
  }

  /// Returns the size of an account's files in bytes; an imported file has no blocks.
  public func bytes(of owner: String) async throws -> Int64 {
    try await read(as: owner) { connection in
      try connection.value(
        """
        SELECT CAST(coalesce(sum(octet_length(bytes)), 0) AS BIGINT)
        FROM uploaded_block JOIN uploaded_file ON file = id WHERE owner = \(owner)
        """
      ) ?? 0
    }
  }

  /// Returns the import options of a file.
  public func options(of id: RecordID, of owner: String) async throws -> String? {
    try await read(as: owner) { try $0.value("SELECT options FROM uploaded_file WHERE id = \(id)") }
  }

  /// Saves a file and its options if it is not being imported and was not imported; returns whether it was saved.
  public func update(_ file: UploadedFile, options: String) async throws -> Bool {
    try await update(file, options, from: .resting)
  }

  /// Claims a file for import by a runner, unless another runs or finished it; returns whether it succeeded.
  ///
  /// The runner must call ``reportProgress(_:of:_:of:by:)`` at least once a minute, or another may claim the file.
  public func claim(
    _ id: RecordID,
    of owner: String,
    by runner: RecordID
  ) async throws -> Bool {
    try await write(as: owner) { connection in
      try connection.count(
        """
        UPDATE uploaded_file
        SET state = 'applying', done = 0, runner = \(runner), updated_at = clock_timestamp()
        WHERE id = \(id) AND \(fragment: UploadedFileStates.resting.condition)
        """
      ) > 0
    }
  }

  /// Renews a runner's claim and reports its progress.
  public func reportProgress(
    _ done: Int,
    of total: Int?,
    _ id: RecordID,
    of owner: String,
    by runner: RecordID
  ) async throws {
    try await write(as: owner) { connection in
      try connection.run(
        """
        UPDATE uploaded_file SET done = \(done), total = \(total), updated_at = clock_timestamp()
        WHERE id = \(id) AND runner = \(runner) AND state = 'applying'
        """
      )
    }
  }

  /// Stores the result of a runner's import; does nothing if another runner claimed the file since.
  public func storeResult(_ file: UploadedFile, by runner: RecordID) async throws {
    _ = try await update(file, from: .applying(by: runner))
  }

  /// Records that an import was undone.
  public func markUndone(_ file: UploadedFile) async throws {
    _ = try await update(file, from: .applied)
  }

  /// Saves a file if it is still in one of `states`; returns whether it was.
  ///
  /// Deletes the blocks of an imported file.
  private func update(
    _ file: UploadedFile,
    _ options: String? = nil,
    from states: UploadedFileStates
  ) async throws -> Bool {
    try await write(as: file.owner) { connection in
      let changed = try connection.count(
        """
        UPDATE uploaded_file SET state = \(file.state.name), job = \(file.job), done = \(file.done),
          total = \(file.total), options = coalesce(\(options), options)
        WHERE id = \(file.id) AND \(fragment: states.condition)
        """
      )
      if changed > 0, file.state == .applied {
        try connection.run("DELETE FROM uploaded_block WHERE file = \(file.id)")
      }
      return changed > 0
    }
  }

  /// Deletes a file of an account; imported data stays.
  public func remove(_ id: RecordID, of owner: String) async throws {
    try await write(as: owner) { connection in
      try connection.run(
        "DELETE FROM uploaded_file WHERE id = \(id) AND \(fragment: UploadedFileStates.isIdle)"
      )
    }
  }

  /// Deletes all files of an account.
  public func removeAll(of owner: String) async throws {
    try await write(as: owner) { try $0.run("DELETE FROM uploaded_file WHERE owner = \(owner)") }
  }
}

/// The states in which an update is allowed.
enum UploadedFileStates {
  case resting, applied
  case applying(by: RecordID)

  var condition: SQL {
    switch self {
    case .resting: "(state IN ('planned', 'failed') OR \(fragment: Self.isStale))"
    case .applied: "state = 'applied'"
    case .applying(let runner): "state = 'applying' AND runner = \(runner)"
    }
  }

  /// Whether no runner is importing the file.
  static let isIdle: SQL = "(state <> 'applying' OR \(fragment: isStale))"

  /// Whether the runner has not reported progress for a minute, by the clock of the database.
  static let isStale: SQL =
    "(state = 'applying' AND updated_at < clock_timestamp() - interval '60 seconds')"
}

extension UploadedFile {
  /// Reads the columns of a file; reports a stale import as `stalled`.
  fileprivate init(_ row: any SQLRow) throws {
    let isStale: Bool = try row["is_stale"]
    let state = isStale ? ImportState.stalled : ImportState(name: try row["state"]) ?? .failed
    self.init(
      try row["id"],
      of: try row["owner"],
      createdAt: try row["made_at"],
      state,
      job: try row["job"]
    )
    done = try row["done"]
    total = try row["total"]
  }
}
