import Cairn
import CairnAccounts
import CairnReports
import CairnTransfer

/// A store in this process's memory, with a limited number of jobs.
///
/// Uploaded files are in the folder of the log until they are imported.
actor InMemoryImportJobStore: ImportJobStore {
  private struct Entry {
    let owner: String
    let bytes: Int64
    var job: ImportJobState
    /// Nil after the import.
    var work: ImportJob?

    /// Whether the job is neither running nor applied.
    var isIdle: Bool { work != nil && job.state != .applying }
  }

  private var entries: [RecordID: Entry] = [:]
  /// The ids of all jobs, oldest first.
  private var order: [RecordID] = []

  /// The maximum number of jobs per person, and in total.
  static let (limit, totalLimit) = (UploadedFiles.limit, 256)

  func find(_ id: RecordID, of owner: String) -> ImportJobState? { known(id, of: owner)?.job }

  func all(of owner: String) -> [ImportJobState] {
    order.reversed().compactMap { known($0, of: owner)?.job }
  }

  func waitingBytes(of owner: String) -> Int64 {
    entries.values.lazy.filter { $0.owner == owner && $0.work != nil }.map(\.bytes).reduce(0, +)
  }

  func insert(_ job: ImportJobState, _ work: ImportJob, _ bytes: [UInt8], of owner: String) {
    guard entries[job.id] == nil else { return }
    entries[job.id] = Entry(owner: owner, bytes: Int64(bytes.count), job: job, work: work)
    order.append(job.id)
    let own = order.filter { entries[$0]?.owner == owner }
    let old = own.dropLast(Self.limit) + order.dropLast(Self.totalLimit)
    removeAll { id in old.contains(id) && entries[id]?.job.state != .applying }
  }

  func work(_ id: RecordID, of owner: String, in folder: any LogFolder) -> ImportJob? {
    known(id, of: owner)?.work
  }

  func replace(_ job: ImportJobState, _ work: ImportJob, of owner: String) -> Bool {
    guard let entry = known(job.id, of: owner), entry.isIdle else { return false }
    entries[job.id]?.job = job
    entries[job.id]?.work = work
    return true
  }

  func claim(_ id: RecordID, of owner: String) -> RecordID? {
    guard let entry = known(id, of: owner), entry.isIdle else { return nil }
    entries[id]?.job.begin()
    return id
  }

  func reportProgress(_ done: Int, of total: Int?, _ id: RecordID, by runner: RecordID) {
    entries[id]?.job.done = done
    entries[id]?.job.total = total
  }

  func endHeartbeat(_ id: RecordID, by runner: RecordID) {}

  func storeResult(_ job: ImportJobState, of owner: String, by runner: RecordID) {
    markUndone(job, of: owner)
    if job.state == .applied { entries[job.id]?.work = nil }
  }

  func markUndone(_ job: ImportJobState, of owner: String) {
    guard known(job.id, of: owner) != nil else { return }
    entries[job.id]?.job = job
  }

  func remove(_ id: RecordID, of owner: String) {
    removeAll { $0 == id && known(id, of: owner).map { $0.job.state != .applying } ?? false }
  }

  func removeAll(of owner: String) { removeAll { entries[$0]?.owner == owner } }

  func close() { removeAll { _ in true } }

  private func known(_ id: RecordID, of owner: String) -> Entry? {
    entries[id].flatMap { $0.owner == owner ? $0 : nil }
  }

  private func removeAll(_ isRemovable: (RecordID) -> Bool) {
    for id in order.filter(isRemovable) { entries[id] = nil }
    order.removeAll { entries[$0] == nil }
  }
}
