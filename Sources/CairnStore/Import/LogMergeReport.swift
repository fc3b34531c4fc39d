public import Cairn

/// What joining another log brought.
public struct LogMergeReport: Sendable, Equatable {
  /// Records that are new here, or hold something newer.
  public package(set) var records = 0
  /// Lines of history that were not here.
  public package(set) var mutations = 0
  /// Records and lines that were here already.
  public package(set) var known = 0
  /// Records that are kept as they are because this version cannot read them, as `kind id: why`.
  public package(set) var unreadable: [String] = []
  /// Sessions that were open beside another and have an end now, and why.
  public package(set) var ended: [ImportIssue] = []
  /// Sessions that were left out, and why.
  public package(set) var skipped: [ImportIssue] = []
  /// Whether it is a line of history that undo takes back: not in a log that held nothing.
  public package(set) var isUndoable = false

  /// Nothing joined yet.
  public init() {}
}
