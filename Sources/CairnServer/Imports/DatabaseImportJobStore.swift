import Cairn
import CairnAccounts
import CairnReports
import CairnTransfer

/// A store in the database, shared by all servers; another server can take over an unfinished job.
actor DatabaseImportJobStore: ImportJobStore {
  /// A job that this process runs.
  private struct RunningJob {
    let file: RecordID
    let owner: String
    var done = 0
    var total: Int?
    var heartbeat: Task<Void, Never>?
  }

  private let files: UploadedFiles
  private let newID: @Sendable () -> RecordID
  /// Keyed by runner, because a job may restart while its first, hung run still exists.
  private var runningJobs: [RecordID: RunningJob] = [:]

  init(_ files: UploadedFiles, newID: @escaping @Sendable () -> RecordID) {
    (self.files, self.newID) = (files, newID)
  }

  func find(_ id: RecordID, of owner: String) async throws -> ImportJobState? {
    try await files.find(id, of: owner).flatMap { job(of: $0) }
  }

  func all(of owner: String) async throws -> [ImportJobState] {
    try await files.all(of: owner).compactMap { job(of: $0) }
  }

  func waitingBytes(of owner: String) async throws -> Int64 { try await files.bytes(of: owner) }

  func insert(
    _ job: ImportJobState,
    _ work: ImportJob,
    _ bytes: [UInt8],
    of owner: String
  ) async throws {
    try await files.insert(UploadedFile(job, of: owner), options: work.options.stored, bytes)
  }

  func work(
    _ id: RecordID,
    of owner: String,
    in folder: any LogFolder
  ) async throws -> ImportJob? {
    guard let job = try await find(id, of: owner),
      let options = try await files.options(of: id, of: owner)
    else { return nil }
    let file = try await folder.newFile()
    var number = 0
    while let block = try await files.block(number, of: id, of: owner) {
      try await folder.work { try file.append(block) }
      number += 1
    }
    return number > 0 ? ImportJob(file, job.format, ImportOptions(stored: options)) : nil
  }

  func replace(
    _ job: ImportJobState,
    _ work: ImportJob,
    of owner: String
  ) async throws -> Bool {
    try await files.update(UploadedFile(job, of: owner), options: work.options.stored)
  }

  func claim(_ id: RecordID, of owner: String) async throws -> RecordID? {
    let runner = newID()
    guard try await files.claim(id, of: owner, by: runner) else { return nil }
    runningJobs[runner] = RunningJob(
      file: id,
      owner: owner,
      heartbeat: Task { await self.heartbeat(runner) }
    )
    return runner
  }

  func reportProgress(_ done: Int, of total: Int?, _ id: RecordID, by runner: RecordID) {
    runningJobs[runner]?.done = done
    runningJobs[runner]?.total = total
  }

  func endHeartbeat(_ id: RecordID, by runner: RecordID) {
    runningJobs[runner]?.heartbeat?.cancel()
    runningJobs[runner] = nil
  }

  func storeResult(_ job: ImportJobState, of owner: String, by runner: RecordID) async throws {
    try await files.storeResult(UploadedFile(job, of: owner), by: runner)
  }

  func markUndone(_ job: ImportJobState, of owner: String) async throws {
    try await files.markUndone(UploadedFile(job, of: owner))
  }

  func remove(_ id: RecordID, of owner: String) async throws {
    try await files.remove(id, of: owner)
  }

  func removeAll(of owner: String) async throws { try await files.removeAll(of: owner) }

  func close() {
    for run in runningJobs.values { run.heartbeat?.cancel() }
    runningJobs = [:]
  }

  /// Writes progress every second, which also renews the job's lease.
  ///
  /// Ignores failures and retries a second later. After a minute without progress, another server may take over the
  /// job.
  private func heartbeat(_ runner: RecordID) async {
    while !Task.isCancelled, let run = runningJobs[runner] {
      try? await files.reportProgress(run.done, of: run.total, run.file, of: run.owner, by: runner)
      try? await Task.sleep(for: .seconds(1))
    }
  }

  private func job(of file: UploadedFile) -> ImportJobState? {
    guard var job = ImportJobState(file) else { return nil }
    if job.state == .applying { job.problem = nil }
    if job.state == .stalled { (job.state, job.problem) = (.failed, Self.stalled) }
    return job
  }

  private static let stalled = CairnError(
    "import.stalled",
    "The server that ran this import has not reported progress for a minute.",
    hint: "Apply it again: nothing is imported twice."
  )
}

extension UploadedFile {
  fileprivate init(_ job: ImportJobState, of owner: String) {
    self.init(job.id, of: owner, createdAt: job.createdAt, job.state, job: job.stored)
    (done, total) = (job.done, job.total)
  }
}
