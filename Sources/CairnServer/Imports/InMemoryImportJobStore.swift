import Cairn
import CairnStore

/// Files that this process alone knows, until it ends or as many others came.
///
/// A file lies in the folder of the log until it was taken in.
actor InMemoryImportJobStore: ImportJobStore {
  private struct Kept {
    let owner: String
    var sheet: ImportJobState
    /// Nil once it was taken in.
    var work: ImportJob?

    /// Whether it was not taken in, and is not.
    var rests: Bool { work != nil && sheet.state != .applying }
  }

  private var kept: [RecordID: Kept] = [:]
  /// Those kept, in the order in which they came.
  private var order: [RecordID] = []

  /// How many are kept of one person, and of all.
  static let (most, mostOfAll) = (UploadedFiles.most, 256)

  func find(_ id: RecordID, of owner: String) -> ImportJobState? { known(id, of: owner)?.sheet }

  func all(of owner: String) -> [ImportJobState] {
    order.reversed().compactMap { known($0, of: owner)?.sheet }
  }

  func keep(_ sheet: ImportJobState, _ work: ImportJob, _ bytes: [UInt8], of owner: String) {
    guard kept[sheet.id] == nil else { return }
    kept[sheet.id] = Kept(owner: owner, sheet: sheet, work: work)
    order.append(sheet.id)
    let own = order.filter { kept[$0]?.owner == owner }
    let old = own.dropLast(Self.most) + order.dropLast(Self.mostOfAll)
    forget { id in old.contains(id) && kept[id]?.sheet.state != .applying }
  }

  func work(_ id: RecordID, of owner: String, in folder: any LogFolder) -> ImportJob? {
    known(id, of: owner)?.work
  }

  func replace(_ sheet: ImportJobState, _ work: ImportJob, of owner: String) -> Bool {
    guard let entry = known(sheet.id, of: owner), entry.rests else { return false }
    kept[sheet.id]?.sheet = sheet
    kept[sheet.id]?.work = work
    return true
  }

  func claim(_ id: RecordID, of owner: String) -> RecordID? {
    guard let entry = known(id, of: owner), entry.rests else { return nil }
    kept[id]?.sheet.begin()
    return id
  }

  func note(_ done: Int, of total: Int?, _ id: RecordID, by runner: RecordID) {
    kept[id]?.sheet.done = done
    kept[id]?.sheet.total = total
  }

  func rest(_ id: RecordID, by runner: RecordID) {}

  func settle(_ sheet: ImportJobState, of owner: String, by runner: RecordID) {
    takeBack(sheet, of: owner)
    if sheet.state == .applied { kept[sheet.id]?.work = nil }
  }

  func takeBack(_ sheet: ImportJobState, of owner: String) {
    guard known(sheet.id, of: owner) != nil else { return }
    kept[sheet.id]?.sheet = sheet
  }

  func remove(_ id: RecordID, of owner: String) {
    forget { $0 == id && known(id, of: owner).map { $0.sheet.state != .applying } ?? false }
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
