public import Cairn
public import CairnReports
import CairnSQL

extension Log {
  /// Returns history entries, the latest first; with `before` only those older than that entry.
  public func history(limit: Int, before: RecordID? = nil) async throws -> [HistoryRow] {
    try await read { try HistoryQuery.list(limit: limit, before: before, in: $0) }
  }

  /// Returns one history entry; nil if there is none.
  public func historyEntry(_ id: RecordID) async throws -> HistoryRow? {
    try await read { try HistoryQuery.find(id, in: $0) }
  }

  /// Returns the history entries that match a short id, the latest first; rarely more than one.
  ///
  /// Searches the latest 10,000 entries.
  public func history(short: ShortID) async throws -> [HistoryRow] {
    try await history(limit: 10_000).filter { $0.shortID == short }
  }

  /// Reverts a history entry; see ``LogWriter/undo(_:keepChanged:)``.
  public func undo(_ entryID: RecordID? = nil, keepChanged: Bool = false) async throws -> UndoReport
  {
    try await write { try $0.undo(entryID, keepChanged: keepChanged) }
  }

  /// Restores what an undo reverted; see ``LogWriter/redo(_:keepChanged:)``.
  public func redo(_ entryID: RecordID? = nil, keepChanged: Bool = false) async throws -> UndoReport
  {
    try await write { try $0.redo(entryID, keepChanged: keepChanged) }
  }

  /// Reverts several history entries, all or none; nil alone is the last one.
  package func undo(_ entries: [RecordID?], keepChanged: Bool) async throws -> [UndoReport] {
    try await write { writer in
      try writer.each(entries) { try writer.undo($0, keepChanged: keepChanged) }
    }
  }

  /// Restores what several undos reverted, all or none; nil alone is the last one.
  package func redo(_ entries: [RecordID?], keepChanged: Bool) async throws -> [UndoReport] {
    try await write { writer in
      try writer.each(entries) { try writer.redo($0, keepChanged: keepChanged) }
    }
  }
}

extension LogWriter {
  /// Reverts each in an entry of its own.
  fileprivate func each(
    _ entries: [RecordID?],
    _ revert: (RecordID?) throws -> UndoReport
  ) throws -> [UndoReport] {
    try entries.enumerated().map { index, entry in
      if index > 0 { try beginEntry() }
      return try revert(entry)
    }
  }
}
