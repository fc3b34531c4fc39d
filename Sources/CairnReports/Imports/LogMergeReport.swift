public import Cairn

/// The result of a log merge.
public struct LogMergeReport: Sendable, Equatable {
  /// The number of new or updated records.
  public package(set) var records = 0
  /// The number of new mutations.
  public package(set) var mutations = 0
  /// The number of records and mutations that the log already had.
  public package(set) var known = 0
  /// Records that this version cannot read, stored unchanged, as `kind id: reason`.
  public package(set) var unreadable: [String] = []
  /// Open sessions that ended because another one was open, with the reason.
  public package(set) var ended: [ImportIssue] = []
  /// Skipped sessions, with the reason.
  public package(set) var skipped: [ImportIssue] = []
  /// Whether it is a history entry that can be undone: not in a log that was empty.
  public package(set) var isUndoable = false

  /// Creates an empty report.
  public init() {}
}
