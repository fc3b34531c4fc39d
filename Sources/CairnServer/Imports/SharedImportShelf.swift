import Cairn
import CairnStore

/// Files that all servers of a database know; one that ends leaves them to the others.
actor SharedImportShelf: ImportShelf {
  /// A file that is taken in here.
  private struct Run {
    let runner: RecordID
    var done = 0
    var total: Int?
    var beat: Task<Void, Never>?
  }

  private let files: SentFiles
  private let newID: @Sendable () -> RecordID
  private var runs: [RecordID: Run] = [:]

  init(_ files: SentFiles, newID: @escaping @Sendable () -> RecordID) {
    (self.files, self.newID) = (files, newID)
  }

  func find(_ id: RecordID, of owner: String) async throws -> ImportSheet? {
    try await files.find(id, of: owner).flatMap { sheet(of: $0) }
  }

  func all(of owner: String) async throws -> [ImportSheet] {
    try await files.all(of: owner).compactMap { sheet(of: $0) }
  }

  func keep(
    _ sheet: ImportSheet,
    _ work: ImportWork,
    _ bytes: [UInt8],
    of owner: String
  ) async throws {
    try await files.keep(SentFile(sheet, of: owner), wish: work.wish.note, bytes)
  }

  func work(
    _ id: RecordID,
    of owner: String,
    in folder: any LogFolder
  ) async throws -> ImportWork? {
    guard let sheet = try await find(id, of: owner), let wish = try await files.wish(of: id) else {
      return nil
    }
    let file = try await folder.newFile()
    var number = 0
    while let block = try await files.block(number, of: id) {
      try await folder.work { try file.append(block) }
      number += 1
    }
    return number > 0 ? ImportWork(file, sheet.format, ImportWish(note: wish)) : nil
  }

  func replace(
    _ sheet: ImportSheet,
    _ work: ImportWork,
    of owner: String
  ) async throws -> Bool {
    try await files.update(SentFile(sheet, of: owner), wish: work.wish.note)
  }

  func claim(_ id: RecordID, of owner: String) async throws -> Bool {
    let runner = newID()
    guard try await files.find(id, of: owner) != nil, try await files.claim(id, by: runner) else {
      return false
    }
    runs[id] = Run(runner: runner, beat: Task { await self.beat(id) })
    return true
  }

  func note(_ done: Int, of total: Int?, _ id: RecordID) {
    runs[id]?.done = done
    runs[id]?.total = total
  }

  func settle(_ sheet: ImportSheet, of owner: String) async throws {
    let settled = SentFile(sheet, of: owner)
    guard let runner = runs[sheet.id]?.runner else { return try await files.takeBack(settled) }
    try await files.settle(settled, by: runner)
    end(sheet.id)
  }

  func remove(_ id: RecordID, of owner: String) async throws {
    guard try await files.find(id, of: owner) != nil else { return }
    try await files.remove(id)
  }

  func removeAll(of owner: String) async throws { try await files.removeAll(of: owner) }

  func close() {
    for id in runs.keys { end(id) }
  }

  private func end(_ id: RecordID) {
    runs[id]?.beat?.cancel()
    runs[id] = nil
  }

  /// Says each second how far a file is.
  ///
  /// What cannot be said is said a second later; after a minute of silence another may take the file in.
  private func beat(_ id: RecordID) async {
    while !Task.isCancelled, let run = runs[id] {
      try? await files.note(run.done, of: run.total, id, by: run.runner)
      try? await Task.sleep(for: .seconds(1))
    }
  }

  private func sheet(of file: SentFile) -> ImportSheet? {
    guard var sheet = ImportSheet(file) else { return nil }
    if sheet.state == .applying { sheet.problem = nil }
    if let run = runs[sheet.id] { (sheet.done, sheet.total) = (run.done, run.total) }
    if sheet.state == .left { (sheet.state, sheet.problem) = (.failed, Self.left) }
    return sheet
  }

  private static let left = CairnError(
    "import.left",
    "The server that took the file in has said nothing of it for a minute.",
    hint: "Apply it again: what it may have brought is not brought twice."
  )
}

extension SentFile {
  fileprivate init(_ sheet: ImportSheet, of owner: String) {
    self.init(sheet.id, of: owner, madeAt: sheet.madeAt, sheet.state, sheet: sheet.note)
    (done, total) = (sheet.done, sheet.total)
  }
}
