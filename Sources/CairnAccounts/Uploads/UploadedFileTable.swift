import Cairn
import CairnSQL

/// The tables `uploaded_file` and `uploaded_block`.
enum UploadedFileTable {
  /// The block size in bytes.
  static let block = 1_048_576

  /// Starts an upload and returns its uploader token; nil if the file exists.
  ///
  /// The file stays hidden until the upload is complete. Replaces an incomplete upload.
  static func begin(
    _ file: UploadedFile,
    _ options: String,
    in connection: any SQLConnection
  ) throws -> RecordID? {
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

  /// Stores a block; returns whether the upload still belongs to this uploader.
  static func insert(
    _ part: ArraySlice<UInt8>,
    at number: Int,
    of id: RecordID,
    by uploader: RecordID,
    in connection: any SQLConnection
  ) throws -> Bool {
    try connection.count(
      """
      INSERT INTO uploaded_block (file, number, bytes) SELECT id, \(number), \(Array(part))
      FROM uploaded_file WHERE id = \(id) AND state = 'uploading' AND runner = \(uploader)
      """
    ) > 0
  }

  /// Completes an upload, which makes the file visible.
  static func end(
    _ file: UploadedFile,
    by uploader: RecordID,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      UPDATE uploaded_file SET state = \(file.state.name)
      WHERE id = \(file.id) AND state = 'uploading' AND runner = \(uploader)
      """
    )
  }

  static func block(
    _ number: Int,
    of id: RecordID,
    in connection: any SQLConnection
  ) throws -> [UInt8]? {
    try connection.first(
      "SELECT bytes FROM uploaded_block WHERE file = \(id) AND number = \(number)"
    ) { try $0.blob(0) }
  }

  /// Returns the import options of a file.
  static func options(of id: RecordID, in connection: any SQLConnection) throws -> String? {
    try connection.value("SELECT options FROM uploaded_file WHERE id = \(id)")
  }

  static func find(
    _ id: RecordID,
    of owner: String,
    in connection: any SQLConnection
  ) throws -> UploadedFile? {
    try connection.first("\(fragment: selection) AND owner = \(owner) AND id = \(id)") {
      try UploadedFile($0)
    }
  }

  /// Returns an account's files, newest first.
  static func all(of owner: String, in connection: any SQLConnection) throws -> [UploadedFile] {
    try connection.all(
      "\(fragment: selection) AND owner = \(owner) ORDER BY made_at DESC, id DESC"
    ) { try UploadedFile($0) }
  }

  private static let selection: SQL = """
    SELECT id, owner, made_at, state, job, done, total, \(fragment: isStale) AS is_stale
    FROM uploaded_file
    WHERE state <> 'uploading'
    """

  /// Claims a file for import, unless it is being imported or was imported.
  static func claim(
    _ id: RecordID,
    by runner: RecordID,
    in connection: any SQLConnection
  ) throws -> Bool {
    try connection.count(
      """
      UPDATE uploaded_file
      SET state = 'applying', done = 0, runner = \(runner), updated_at = clock_timestamp()
      WHERE id = \(id) AND (state IN ('planned', 'failed') OR \(fragment: isStale))
      """
    ) > 0
  }

  /// Renews the claim and reports progress.
  static func reportProgress(
    _ done: Int,
    of total: Int?,
    _ id: RecordID,
    by runner: RecordID,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      UPDATE uploaded_file SET done = \(done), total = \(total), updated_at = clock_timestamp()
      WHERE id = \(id) AND runner = \(runner) AND state = 'applying'
      """
    )
  }

  /// Saves a file if it is still in one of `states`; returns whether it was.
  ///
  /// Deletes the blocks of an imported file.
  static func update(
    _ file: UploadedFile,
    _ options: String? = nil,
    from states: UploadedFileStates,
    in connection: any SQLConnection
  ) throws -> Bool {
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

  /// Deletes an account's files beyond the newest `limit`.
  static func trim(_ owner: String, limit: Int, in connection: any SQLConnection) throws {
    try connection.run(
      """
      DELETE FROM uploaded_file WHERE \(fragment: isIdle) AND id IN (
        SELECT id FROM uploaded_file WHERE owner = \(owner)
          AND state <> 'uploading' ORDER BY made_at DESC, id DESC OFFSET \(limit)
      )
      """
    )
  }

  /// Returns some owners of files older than an instant.
  static func owners(
    before moment: Instant,
    in connection: any SQLConnection
  ) throws -> [String] {
    try connection.values("SELECT owners_of_old_files(\(moment))")
  }

  static func delete(
    before moment: Instant,
    of owner: String,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      DELETE FROM uploaded_file
      WHERE owner = \(owner) AND made_at < \(moment) AND \(fragment: isIdle)
      """
    )
  }

  static func delete(_ id: RecordID, in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM uploaded_file WHERE id = \(id) AND \(fragment: isIdle)")
  }

  static func deleteAll(of owner: String, in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM uploaded_file WHERE owner = \(owner)")
  }

  /// Whether no runner is importing the file.
  private static let isIdle: SQL = "(state <> 'applying' OR \(fragment: isStale))"

  /// Whether the runner has not reported progress for a minute, by the clock of the database.
  fileprivate static let isStale: SQL =
    "(state = 'applying' AND updated_at < clock_timestamp() - interval '60 seconds')"
}

/// The states in which an update is allowed.
enum UploadedFileStates {
  case resting, applied
  case applying(by: RecordID)

  var condition: SQL {
    switch self {
    case .resting: "(state IN ('planned', 'failed') OR \(fragment: UploadedFileTable.isStale))"
    case .applied: "state = 'applied'"
    case .applying(let runner): "state = 'applying' AND runner = \(runner)"
    }
  }
}

extension UploadedFile {
  /// Reads the columns of ``UploadedFileTable/all(of:in:)``; reports a stale import as `stalled`.
  fileprivate init(_ row: any SQLRow) throws {
    let isStale: Bool = try row["is_stale"]
    let state = isStale ? State.stalled : State(name: try row["state"]) ?? .failed
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
