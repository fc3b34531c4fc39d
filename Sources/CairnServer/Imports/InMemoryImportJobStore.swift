import Cairn
import CairnStore

/// A store in this process's memory, with a limited number of jobs.
///
/// Uploaded files are in the folder of the log until they are imported.
actor InMemoryImportJobStore: ImportJobStore {
  private struct Kept {
    let owner: String
    var job: ImportJobState
    /// Nil after the import.
    var work: ImportJob?

    /// Whether the job is neither running nor applied.
    var rests: Bool { work != nil && job.state != .applying }
  }

  private var kept: [RecordID: Kept] = [:]
  /// The ids of all jobs, oldest first.
  private var order: [RecordID] = []

  /// The maximum number of jobs per person, and in total.
  static let (most, mostOfAll) = (UploadedFiles.most, 256)

  func find(_ id: RecordID, of owner: String) -> ImportJobState? { known(id, of: owner)?.job }

  func all(of owner: String) -> [ImportJobState] {
    order.reversed().compactMap { known($0, of: owner)?.job }
  }

  func keep(_ job: ImportJobState, _ work: ImportJob, _ bytes: [UInt8], of owner: String) {
    guard kept[job.id] == nil else { return }
    kept[job.id] = Kept(owner: owner, job: job, work: work)
    order.append(job.id)
    let own = order.filter { kept[$0]?.owner == owner }
    let old = own.dropLast(Self.most) + order.dropLast(Self.mostOfAll)
    forget { id in old.contains(id) && kept[id]?.job.state != .applying }
  }

  func work(_ id: RecordID, of owner: String, in folder: any LogFolder) -> ImportJob? {
    known(id, of: owner)?.work
  }

  func replace(_ job: ImportJobState, _ work: ImportJob, of owner: String) -> Bool {
    guard let entry = known(job.id, of: owner), entry.rests else { return false }
    kept[job.id]?.job = job
    kept[job.id]?.work = work
    return true
  }

  func claim(_ id: RecordID, of owner: String) -> RecordID? {
    guard let entry = known(id, of: owner), entry.rests else { return nil }
    kept[id]?.job.begin()
    return id
  }

  func note(_ done: Int, of total: Int?, _ id: RecordID, by runner: RecordID) {
    kept[id]?.job.done = done
    kept[id]?.job.total = total
  }

  func endHeartbeat(_ id: RecordID, by runner: RecordID) {}

  func settle(_ job: ImportJobState, of owner: String, by runner: RecordID) {
    takeBack(job, of: owner)
    if job.state == .applied { kept[job.id]?.work = nil }
  }

  func takeBack(_ job: ImportJobState, of owner: String) {
    guard known(job.id, of: owner) != nil else { return }
    kept[job.id]?.job = job
  }

  func remove(_ id: RecordID, of owner: String) {
    forget { $0 == id && known(id, of: owner).map { $0.job.state != .applying } ?? false }
  }

  func removeAll(of owner: String) { forget { kept[$0]?.owner == owner } }

  func close() { forget { _ in true } }

  private func known(_ id: RecordID, of owner: String) -> Kept? {
    kept[id].flatMap { $0.owner == owner ? $0 : nil }
  }

  private func forget(_ isGone: (RecordID) -> Bool) {
    for id in order.filter(isGone) { kept[id] = nil }
    order.removeAll { kept[$0] == nil }
  }
}
