import Cairn
import CairnExchange
import CairnStore

/// The files that people sent to be imported, for the API and for the pages.
///
/// A file lies in the folder of the log until it was taken in; what came of it is told until the
/// server ends, or as many others came. All of a person's is known to that person alone.
actor Imports {
  private struct Kept {
    let owner: String
    var sheet: ImportSheet
    /// Nil once it was taken in.
    var work: ImportWork?
    var task: Task<Void, Never>?
  }

  private var kept: [RecordID: Kept] = [:]
  /// Those kept, in the order in which they came.
  private var order: [RecordID] = []

  /// How many are kept of one person, and of all.
  static let (most, mostOfAll) = (8, 256)

  /// Keeps a file and tells what it would bring; nothing is changed.
  ///
  /// Sent again under one id, the first is told. Throws `import.unknown_format`, and what the
  /// parser of the format throws; the file is gone then. A list with columns that are not clear can
  /// be kept, to be looked at again.
  func plan(
    _ visit: Visit,
    _ id: RecordID,
    _ bytes: [UInt8],
    as format: FileFormat?,
    _ wish: ImportWish,
    keepsUnclear: Bool = false
  ) async throws -> ImportSheet {
    if let known = try? find(id, visit) { return known.sheet }
    let work = try await ImportWork(bytes, as: format, wish, in: visit.lease.folder)
    let sheet = try await work.sheet(id, visit)
    if let problem = sheet.problem, !keepsUnclear { throw problem }
    keep(Kept(owner: visit.owner, sheet: sheet, work: work))
    return sheet
  }

  /// Looks at a file again, with its columns and dates as they are said now.
  ///
  /// Throws `import.not_found`, `import.running`, `import.taken_back` for one whose file is gone,
  /// and what the parser throws; the sheet stays as it was then.
  func plan(_ id: RecordID, again wish: ImportWish, _ visit: Visit) async throws -> ImportSheet {
    guard var work = try find(id, visit).work else { throw Self.takenBack }
    work.wish = wish
    let sheet = try await work.sheet(id, visit)
    var entry = try find(id, visit)
    guard entry.sheet.state != .applying else { throw Self.running }
    guard entry.work != nil else { throw Self.takenBack }
    (entry.sheet, entry.work) = (sheet, work)
    kept[id] = entry
    return sheet
  }

  /// What is known of an import; throws `import.not_found`.
  func sheet(_ id: RecordID, _ visit: Visit) throws -> ImportSheet { try find(id, visit).sheet }

  /// The imports of a person, newest first.
  func all(of visit: Visit) -> [ImportSheet] {
    order.reversed().compactMap { kept[$0] }.filter { $0.owner == visit.owner }.map(\.sheet)
  }

  /// Begins to take a file in, and goes on whoever asks; one that was taken in stays so.
  ///
  /// Throws `import.not_found`, and `import.taken_back` for one whose file is gone.
  func apply(_ id: RecordID, _ visit: Visit) throws -> ImportSheet {
    var entry = try find(id, visit)
    guard entry.sheet.state != .applying, entry.sheet.state != .applied else { return entry.sheet }
    guard let work = entry.work else { throw Self.takenBack }
    (entry.sheet.state, entry.sheet.problem, entry.sheet.done) = (.applying, nil, 0)
    entry.task = Task { await run(work, id, visit) }
    kept[id] = entry
    return entry.sheet
  }

  /// What is known of an import once it is no more being taken in; throws `import.not_found`.
  func settled(_ id: RecordID, _ visit: Visit) async throws -> ImportSheet {
    await (try find(id, visit)).task?.value
    return try sheet(id, visit)
  }

  /// Takes back what an import brought, as one line of history.
  ///
  /// Throws `import.not_found`, `import.nothing_to_undo`, and what ``LogWriter/undo(_:keepChanged:)``
  /// throws.
  func undo(_ id: RecordID, keepChanged: Bool, _ visit: Visit) async throws -> ImportSheet {
    let sheet = try find(id, visit).sheet
    if sheet.state == .undone { return sheet }
    guard sheet.state == .applied, let line = sheet.findings.line else { throw Self.nothingToUndo }
    _ = try await visit.log.undo(line, keepChanged: keepChanged)
    kept[id]?.sheet.state = .undone
    return try self.sheet(id, visit)
  }

  /// Forgets an import and its file; throws `import.not_found`, and `import.running`.
  func drop(_ id: RecordID, _ visit: Visit) throws {
    guard try find(id, visit).sheet.state != .applying else { throw Self.running }
    forget { $0 == id }
  }

  /// Forgets all imports of a person whose log goes.
  func forgetAll(of visit: Visit) async {
    let ids = kept.filter { $0.value.owner == visit.owner }.keys
    for id in ids {
      kept[id]?.task?.cancel()
      await kept[id]?.task?.value
    }
    forget { ids.contains($0) }
  }

  /// Stops what is being taken in, which leaves nothing behind; for the end of the process.
  func end() async {
    for entry in kept.values { entry.task?.cancel() }
    for entry in kept.values { await entry.task?.value }
    forget { _ in true }
  }
}

extension Imports {
  private func find(_ id: RecordID, _ visit: Visit) throws(CairnError) -> Kept {
    guard let entry = kept[id], entry.owner == visit.owner else { throw Self.notFound(id) }
    return entry
  }

  private func run(_ work: ImportWork, _ id: RecordID, _ visit: Visit) async {
    let (steps, step) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let following = Task { for await done in steps { note(done, id) } }
    do {
      let findings = try await work.run(visit, dryRun: false) {
        await note(of: $0, id)
      } progress: {
        // The log is told at each item; here a few times a second is enough.
        if $0.isMultiple(of: 64) { step.yield($0) }
      }
      step.finish()
      await following.value
      settle(id, .applied) {
        $0.findings = findings
        $0.done = $0.total ?? $0.done
      }
    } catch {
      step.finish()
      settle(id, .failed) { $0.problem = Self.told(error) }
    }
  }

  private func note(of total: Int, _ id: RecordID) { kept[id]?.sheet.total = total }

  private func note(_ done: Int, _ id: RecordID) { kept[id]?.sheet.done = done }

  private func settle(
    _ id: RecordID,
    _ state: ImportSheet.State,
    _ change: (inout ImportSheet) -> Void
  ) {
    guard var entry = kept[id] else { return }
    change(&entry.sheet)
    (entry.sheet.state, entry.task) = (state, nil)
    if state == .applied { entry.work = nil }
    kept[id] = entry
  }

  /// Keeps one more, in the place of the oldest that rest where there are too many.
  private func keep(_ entry: Kept) {
    if kept.updateValue(entry, forKey: entry.sheet.id) == nil { order.append(entry.sheet.id) }
    let own = order.filter { kept[$0]?.owner == entry.owner }
    let old = own.dropLast(Self.most) + order.dropLast(Self.mostOfAll)
    forget { id in old.contains(id) && kept[id]?.task == nil }
  }

  private func forget(_ isGone: (RecordID) -> Bool) {
    for id in order.filter(isGone) { kept[id] = nil }
    order.removeAll { kept[$0] == nil }
  }
}

extension Imports {
  private static func told(_ error: any Error) -> CairnError {
    error as? CairnError
      ?? CairnError(
        "import.stopped",
        "The import was stopped before it was done.",
        hint: "Nothing was changed. Apply it again."
      )
  }

  private static func notFound(_ id: RecordID) -> CairnError {
    CairnError(
      "import.not_found",
      "There is no import “\(id.text)”.",
      hint: "Send the file again: what was sent is forgotten when the server ends."
    )
  }

  private static var takenBack: CairnError {
    CairnError(
      "import.taken_back",
      "The import was taken back, and its file is gone.",
      hint: "Send the file again, or redo the line of history."
    )
  }

  private static var running: CairnError {
    CairnError(
      "import.running",
      "The file is being taken in.",
      hint: "Wait until it is, and take it back."
    )
  }

  private static var nothingToUndo: CairnError {
    CairnError(
      "import.nothing_to_undo",
      "There is nothing of this import to take back.",
      hint: "It was not applied, it changed nothing, or it came into an empty log."
    )
  }
}
