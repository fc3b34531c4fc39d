public import Cairn
import CairnSQL

extension Log {
  /// Lines of history, newest first; with `before` those that stand below that line.
  public func history(limit: Int, before: RecordID? = nil) async throws -> [HistoryRow] {
    try await read { try HistoryQuery.list(limit: limit, before: before, in: $0) }
  }

  /// One line of history, or nil.
  public func line(_ id: RecordID) async throws -> HistoryRow? {
    try await read { try HistoryQuery.find(id, in: $0) }
  }

  /// The lines of history a short id can mean, newest first: hardly ever more than one.
  ///
  /// Looks at the newest 10,000 lines.
  public func history(short: ShortID) async throws -> [HistoryRow] {
    try await history(limit: 10_000).filter { $0.shortID == short }
  }

  /// Takes back one line of history; see ``LogWriter/undo(_:keepChanged:)``.
  public func undo(_ line: RecordID? = nil, keepChanged: Bool = false) async throws -> UndoReport {
    try await write("Undo") { try $0.undo(line, keepChanged: keepChanged) }
  }

  /// Does again what an undo took back; see ``LogWriter/redo(_:keepChanged:)``.
  public func redo(_ line: RecordID? = nil, keepChanged: Bool = false) async throws -> UndoReport {
    try await write("Redo") { try $0.redo(line, keepChanged: keepChanged) }
  }
}
