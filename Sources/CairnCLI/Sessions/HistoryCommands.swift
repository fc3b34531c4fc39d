import Cairn
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var undo: Command {
    Command(
      "undo",
      summary: "Undo the last change, or any entry of the history.",
      examples: [
        Example("cairn undo", "undo the last change"),
        Example("cairn undo @2 @4..@6", "undo several entries, all or none"),
        Example("cairn undo k3f9ab --keep-changed", "undo an import, except books edited since"),
      ],
      arguments: [entry],
      options: [keepChanged],
      action: { invocation, context in
        try await context.revert(invocation, { $0.act == nil && $0.isInEffect }) {
          try await $0.undo($1, keepChanged: $2)
        }
      }
    )
  }

  static var redo: Command {
    Command(
      "redo",
      summary: "Redo the last undone change, or any undone entry.",
      examples: [
        Example("cairn redo", "redo the last undo"),
        Example("cairn redo k3f9ab", "redo that entry"),
      ],
      arguments: [entry],
      options: [keepChanged],
      action: { invocation, context in
        try await context.revert(invocation, { $0.isUndo && $0.isInEffect }) {
          try await $0.redo($1, keepChanged: $2)
        }
      }
    )
  }

  private static var entry: Argument {
    .repeating(
      "entry",
      "Ids of history entries, last, @2 for the second newest, or @2..@5 for what can be undone or redone among them.",
      completion: .live("entries")
    )
  }

  private static var keepChanged: Option {
    .flag("keep-changed", "Keep what was changed later.")
  }

  static var history: Command {
    Command(
      "history",
      summary: "List your changes, newest first.",
      examples: [Example("cairn history --limit 5", "the last five changes")],
      options: [.limit, .all],
      action: { invocation, context in
        try await context.withLog { log in
          let rows = try await log.history(limit: try invocation.limit() + 1)
          context.show(context.cut(rows, invocation), try await log.deviceNames())
          return rows.isEmpty ? .refused : .done
        }
      }
    )
  }
}

extension Invocation {
  /// Returns the entries, each once; nil alone for the last change.
  ///
  /// A range stands for those in it that `isMeant` holds for.
  fileprivate func historyEntries(
    in log: Log,
    _ isMeant: (HistoryRow) -> Bool
  ) async throws -> [RecordID?] {
    var ids: [RecordID] = []
    for word in values("entry") {
      let places = try NumberedReference.range(word, of: "history entries")
      let named =
        places == [word]
        ? [try await Self.historyEntry(word, in: log)]
        : try await Self.rows(places, in: log).filter(isMeant).map(\.id)
      guard !named.isEmpty else { throw Self.nothing(in: word, self) }
      ids += named.filter { !ids.contains($0) }
    }
    return ids.isEmpty ? [nil] : ids
  }

  /// Returns the entries at places of which the first is the newest; throws `history.not_found`.
  private static func rows(_ places: [String], in log: Log) async throws -> [HistoryRow] {
    let numbers = places.compactMap(NumberedReference.place)
    let rows = try await log.history(limit: numbers.last ?? 0)
    guard rows.count == numbers.last else { throw missing(places.last ?? "") }
    return Array(rows.suffix(numbers.count))
  }

  private static func nothing(in range: String, _ invocation: Invocation) -> CairnError {
    let isRedo = invocation.path.last == "redo"
    return CairnError(
      isRedo ? "history.nothing_to_redo" : "history.nothing_to_undo",
      "There is nothing to \(isRedo ? "redo" : "undo") in \(range).",
      hint: "`cairn history` lists entries with their ids."
    )
  }

  private static func missing(_ word: String) -> CairnError {
    CairnError(
      "history.not_found",
      "There is no history entry “\(word)”.",
      hint: "`cairn history` lists entries with their ids."
    )
  }

  private static func historyEntry(_ word: String, in log: Log) async throws -> RecordID {
    if let id = RecordID(text: word) { return id }
    if let place = NumberedReference.place(word) {
      let rows = try await log.history(limit: place)
      if rows.count == place, let row = rows.last { return row.id }
    }
    guard let short = ShortID(text: word), let entry = try await log.history(short: short).first
    else { throw missing(word) }
    return entry.id
  }
}

extension CommandContext {
  /// Undoes or redoes the entries that a command line names.
  fileprivate func revert(
    _ invocation: Invocation,
    _ isMeant: (HistoryRow) -> Bool,
    _ body: (Log, [RecordID?], _ keepsChanged: Bool) async throws -> [UndoReport]
  ) async throws -> ExitCode {
    try await withLog { log in
      let entries = try await invocation.historyEntries(in: log, isMeant)
      let reports = try await body(log, entries, invocation.flag("keep-changed"))
      let devices = try await log.deviceNames()
      if wantsData, reports.count > 1 {
        output.print(data: reports)
      } else {
        for report in reports { show(report, devices) }
      }
      return .done
    }
  }

  fileprivate func show(_ report: UndoReport, _ devices: DeviceNames) {
    if wantsData { return output.print(data: report) }
    let kept = report.kept > 0 ? " \(report.kept) later changes were kept." : ""
    let word = report.isRedo ? "Redone" : "Undone"
    let device = devices.other(report.node).map { " (on \($0.visible))" } ?? ""
    output.info("\(word): \(report.title.visible)\(device).\(kept)")
  }

  fileprivate func show(_ rows: [HistoryRow], _ devices: DeviceNames) {
    if wantsData { return output.print(data: rows) }
    if rows.isEmpty { return output.info("No history yet.") }
    var table = Table(.init("id"), .init("when"), .init("what", canShrink: true), .init("state"))
    for row in rows {
      table.append(
        .init(row.shortID.text, .dim),
        .init(text(row.at)),
        .init(row.title + (devices.other(row.node).map { " (on \($0))" } ?? "")),
        .init(row.isInEffect ? row.isAutomatic ? "automatic" : "" : "undone", .dim)
      )
    }
    output.print(table)
  }
}
