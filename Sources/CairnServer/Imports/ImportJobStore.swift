import Cairn
import CairnAccounts
import CairnTransfer

/// A store of uploaded files and the state of their import jobs.
///
/// A job is accessible only with the id of its owner.
protocol ImportJobStore: Sendable {
  /// Returns the state of a job; nil if unknown.
  func find(_ id: RecordID, of owner: String) async throws -> ImportJobState?

  /// Returns a person's jobs, newest first.
  func all(of owner: String) async throws -> [ImportJobState]

  /// Returns the size of a person's files that were not imported yet, in bytes.
  func waitingBytes(of owner: String) async throws -> Int64

  /// Stores a job unless its id exists; evicts the oldest idle jobs beyond the limit.
  func insert(
    _ job: ImportJobState,
    _ work: ImportJob,
    _ bytes: [UInt8],
    of owner: String
  ) async throws

  /// Returns an unapplied job with its file in the given folder; nil for any other.
  func work(_ id: RecordID, of owner: String, in folder: any LogFolder) async throws -> ImportJob?

  /// Replaces the options and preview of a job unless it is running; returns whether it did.
  func replace(_ job: ImportJobState, _ work: ImportJob, of owner: String) async throws -> Bool

  /// Claims a job for a run; returns the id of the runner, nil if the job is running or done.
  func claim(_ id: RecordID, of owner: String) async throws -> RecordID?

  /// Stores the number of processed items.
  func reportProgress(_ done: Int, of total: Int?, _ id: RecordID, by runner: RecordID) async

  /// Ends the heartbeat of a run; unless its result follows, another runner can claim the job later.
  func endHeartbeat(_ id: RecordID, by runner: RecordID) async

  /// Stores the result of a run, unless another runner has claimed the job.
  func storeResult(_ job: ImportJobState, of owner: String, by runner: RecordID) async throws

  /// Stores that an import was undone.
  func markUndone(_ job: ImportJobState, of owner: String) async throws

  /// Removes a job that is not running; the imported data stays.
  func remove(_ id: RecordID, of owner: String) async throws

  /// Removes all jobs of a person.
  func removeAll(of owner: String) async throws

  /// Releases everything that only this process holds; call it on shutdown.
  func close() async
}

extension AccountService {
  /// The store of uploaded import files.
  var importJobStore: any ImportJobStore {
    guard let uploadedFiles else { return InMemoryImportJobStore() }
    return DatabaseImportJobStore(uploadedFiles) { [accounts] in accounts.newID().record }
  }
}
