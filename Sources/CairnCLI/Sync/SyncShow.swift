import Cairn
import CairnJSON
import CairnReports
import CairnStore
import CairnSync

extension CommandContext {
  /// Shows the result of a run.
  func show(
    _ outcome: SyncOutcome,
    _ state: SyncState,
    _ plan: SyncRemote,
    _ overlap: PossibleDuplicates
  ) {
    if wantsData { return show(state, plan, overlap) }
    // With `--quiet`, as from cron, report problems only.
    if output.isQuiet, state.isSettled, state.deletions.isEmpty { return }
    let parts = [
      outcome.sent > 0 ? "sent \(outcome.sent)" : nil,
      outcome.received > 0 ? "received \(outcome.received)" : nil,
    ].compactMap(\.self)
    if !parts.isEmpty { output.info("This run: \(parts.joined(separator: ", ")).") }
    show(state, plan, overlap)
  }

  /// Shows the sync state of the log and its possible duplicates.
  func show(_ state: SyncState, _ plan: SyncRemote, _ overlap: PossibleDuplicates) {
    let problem =
      state.cursor?.problem ?? directory.lastSyncError.map { "The last run failed: \($0)" }
    if wantsData { return output.print(data: state.json(plan, problem, overlap)) }
    output.print(headline(state, with: plan.url.visible, isHealthy: problem == nil))
    for refusal in state.refusals {
      output.print("  rejected: \(refusal.title.visible). \(refusal.reason.visible)")
    }
    if state.conflicts > 0 {
      let conflicts = state.conflicts == 1 ? "conflict" : "conflicts"
      output.printHint("  \(state.conflicts) sync \(conflicts); see `cairn sync conflicts`")
    }
    printHint(about: overlap)
    for deletion in state.deletions { show(deletion, state.devices) }
    if let problem { output.printHint("  \(problem.visible)") }
    if directory.lastSyncError != nil { output.printHint("  Retry with `cairn sync`") }
    if !plan.isAutomatic {
      output.printHint("  Background sync is off; turn it on with `cairn sync auto yes`")
    }
  }

  /// Prints a notice if the log is not in sync with its server.
  func showSyncNotice(_ log: Log) async throws {
    guard !wantsData, let notice = try await log.syncNotice(),
      let sentence = notice.sentence(failure: directory.lastSyncError, at: now, times.format.moment)
    else { return }
    let end = sentence.hasSuffix(".") ? "" : "."
    let next = notice.hasServer ? "cairn sync status" : "cairn doctor"
    output.printHint("\(sentence.visible)\(end) See `\(next)`.")
  }

  /// Reports the number of overlapping sessions and duplicate books, if there are any.
  func printHint(about overlap: PossibleDuplicates) {
    let (sessions, books) = (overlap.overlaps.count, overlap.books.count)
    if sessions > 0 {
      let words = counted(sessions, "session overlaps", "sessions overlap")
      output.printHint("  \(words) another; see `cairn sync conflicts`")
    }
    if books > 0 {
      let words = counted(books, "book was", "pairs of books were")
      output.printHint("  \(words) added on two devices; see `cairn sync conflicts`")
    }
  }

  private func show(_ deletion: BulkDeletion, _ devices: DeviceNames) {
    let names = deletion.nodes.map { devices[$0].visible }.joined(separator: ", ")
    output.print("  deleted on another device (\(names)): \(deletion.summary)")
    output.printHint(
      "    Restore with `cairn sync restore \(deletion.shortID.text)`, "
        + "accept with `cairn sync dismiss \(deletion.shortID.text)`"
    )
  }

  /// Reports the number of records restored from a bulk deletion.
  func show(_ outcome: RestoredRecords) {
    if wantsData { return output.print(data: outcome) }
    output.info(
      outcome.restored + outcome.left > 0
        ? "Restored: \(outcome.restored)." : "No bulk deletions by other devices."
    )
    guard outcome.left > 0 else { return }
    output.info(
      "Still deleted: \(outcome.left), because of overlaps or records that this version cannot read."
    )
  }

  /// Lists the bulk deletions that were dismissed.
  func show(dismissed deletions: [BulkDeletion], _ devices: DeviceNames) {
    if wantsData { return output.print(data: deletions.map { $0.report(devices) }) }
    if deletions.isEmpty { output.info("No bulk deletions by other devices.") }
    for deletion in deletions { output.info("Kept deleted: \(deletion.summary).") }
  }

  /// Returns whether the log is in sync and since when, or the number of queued changes.
  private func headline(_ state: SyncState, with server: String, isHealthy: Bool) -> String {
    if !state.refusals.isEmpty || state.queued > 0 {
      let waiting = "\(counted(state.queued, "change")) waiting"
      return "Not in sync with \(server): \(waiting), \(state.refusals.count) rejected."
    }
    guard let at = state.cursor?.agreedAt else { return "Not yet in sync with \(server)." }
    let prefix = isHealthy ? "In sync" : "Last in sync"
    return "\(prefix) at \(times.format.moment(at)) with \(server)."
  }

  /// Reports a resolved conflict.
  func show(
    settled one: ConflictView,
    _ title: String,
    _ back: SessionRow?,
    _ devices: DeviceNames
  ) {
    if wantsData { return output.print(data: one.report(devices, times.format.moment)) }
    if one.isOfDeletion {
      return output.info("\(title): \(back.map(line) ?? one.about.visible).")
    }
    output.info("\(title): \(subject(one)), \(one.field.visible).")
  }

  /// Reports whether writes start a sync.
  func show(automatic plan: SyncRemote) {
    if wantsData {
      return output.print(data: JSON.members(("automatic", .bool(plan.isAutomatic))))
    }
    output.info(
      plan.isAutomatic
        ? "Background sync is on." : "Background sync is off."
    )
  }

  /// Reports that the log was disconnected from its server.
  func confirmDisconnected() {
    if wantsData { return output.print(data: JSON.members(("server", .null))) }
    output.info("This log no longer syncs with a server.")
  }

  /// Returns the record of a conflict: the line of a session, or the name of another record.
  private func subject(_ one: ConflictView) -> String { one.session.map(line) ?? one.about.visible }

  /// Returns ` (on Phone)`; empty for an automatic value.
  private func origin(_ stamp: Stamp, _ devices: DeviceNames) -> String {
    if stamp.isAutomatic { return "" }
    return stamp.node == devices.own ? " (here)" : " (on \(devices[stamp.node].visible))"
  }

  /// Lists conflicts; `isAll` if there are no duplicates to list.
  func show(_ lost: [ConflictView], _ devices: DeviceNames, isAll: Bool = true) {
    if wantsData { return output.print(data: lost.map { $0.report(devices, times.format.moment) }) }
    if lost.isEmpty, isAll { return output.info("No sync conflicts.") }
    for one in lost {
      let texts = one.texts(times.format.moment)
      output.print("\(one.shortID.text)  \(subject(one)), \(one.field.visible)")
      let current = one.currentStamp.map { origin($0, devices) } ?? ""
      output.print("  current: \(texts.current.visible)\(current)")
      output.print("  other:   \(texts.lost.visible)\(origin(one.conflict.stamp, devices))")
    }
  }
}

extension CommandContext {
  /// Lists possible duplicates; nothing in JSON mode, which lists conflicts only.
  func show(_ overlap: PossibleDuplicates) {
    guard !wantsData else { return }
    show(overlap.overlaps)
    show(overlap.books)
  }

  private func show(_ books: [DuplicateBooks]) {
    guard !books.isEmpty else { return }
    output.print("Possible duplicates, added on two devices:")
    for one in books {
      output.print("  \(summary(one.first))")
      output.print("  \(summary(one.second))")
    }
    output.printHint(
      "Merge them with `cairn book merge ID OTHER`, or edit the title or author to keep both."
    )
  }

  private func show(_ overlaps: [SessionOverlap]) {
    guard !overlaps.isEmpty else { return }
    output.print("Overlapping sessions, counted twice:")
    for one in overlaps {
      output.print("  \(line(one.other))")
      output.print("  \(line(one.session))")
    }
    output.printHint(
      "Delete one with `cairn delete ID`, or move it with `cairn edit ID --start … --end …`."
    )
  }
}

extension SyncState {
  fileprivate func json(_ plan: SyncRemote, _ problem: String?, _ overlap: PossibleDuplicates)
    -> JSON
  {
    .members(
      ("server", .string(plan.url)),
      ("in_sync_since", .text(cursor?.agreedAt?.text)),
      ("waiting", .integer(Int64(queued))),
      ("rejected", .array(refusals.map(\.json))),
      ("conflicts", .integer(Int64(conflicts))),
      ("overlaps", .integer(Int64(overlap.overlaps.count))),
      ("possible_duplicates", .integer(Int64(overlap.books.count))),
      ("deletions", .array(deletions.map { $0.report(devices).json })),
      ("device", .text(devices.name(of: devices.own))),
      ("automatic", .bool(plan.isAutomatic)),
      ("problem", .text(problem))
    )
  }
}

extension RejectedMutation {
  fileprivate var json: JSON {
    .members(
      ("entry", .string(entry.text)),
      ("title", .string(title)),
      ("code", .string(code)),
      ("reason", .string(reason)),
      ("at", .string(at.text))
    )
  }
}
