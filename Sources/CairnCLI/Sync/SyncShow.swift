import Cairn
import CairnStore
import CairnSync

extension CommandContext {
  /// Says what a run brought.
  func show(
    _ outcome: SyncOutcome,
    _ state: SyncState,
    _ plan: SyncRemote,
    _ overlap: PossibleDuplicates
  ) {
    if wantsJSON { return show(state, plan, overlap) }
    // Of a run from cron one wants to hear what is in the way, and nothing else.
    if output.isQuiet, state.isSettled, state.deletions.isEmpty { return }
    let parts = [
      outcome.sent > 0 ? "sent \(outcome.sent)" : nil,
      outcome.received > 0 ? "received \(outcome.received)" : nil,
    ].compactMap(\.self)
    if !parts.isEmpty { output.say("This run: \(parts.joined(separator: ", ")).") }
    show(state, plan, overlap)
  }

  /// Says how the log and its server stand, and what two devices recorded.
  func show(_ state: SyncState, _ plan: SyncRemote, _ overlap: PossibleDuplicates) {
    let trouble = state.place?.problem ?? directory.lastTrouble.map { "The last run failed: \($0)" }
    if wantsJSON { return output.print(state.json(plan, trouble, overlap).text) }
    output.print(headline(state, isWell: trouble == nil) + " with \(plan.url.visible).")
    for refusal in state.refusals {
      output.print("  refused: \(refusal.title.visible). \(refusal.reason.visible)")
    }
    if state.conflicts > 0 {
      let values = state.conflicts == 1 ? "value" : "values"
      output.guide("  \(state.conflicts) \(values) lost against others; see `cairn sync conflicts`")
    }
    guide(to: overlap)
    for deletion in state.deletions { show(deletion, state.devices) }
    if let trouble { output.guide("  \(trouble.visible)") }
    if directory.lastTrouble != nil { output.guide("  `cairn sync` tries again") }
    if !plan.isAutomatic {
      output.guide("  only `cairn sync` sends; `cairn sync auto yes` changes that")
    }
  }

  /// Says what stands between the log and the server it follows, where something does.
  func guideToSync(_ log: Log) async throws {
    guard !wantsJSON, directory.hasSyncPlan, let notice = try await log.syncNotice(),
      let sentence = notice.sentence(failure: directory.lastTrouble, at: now, times.format.moment)
    else { return }
    let end = sentence.hasSuffix(".") ? "" : "."
    output.guide("\(sentence.visible)\(end) `cairn sync status` says more.")
  }

  /// Says how many sessions hold time of another, and how many books are there twice, where some do.
  func guide(to overlap: PossibleDuplicates) {
    let (sessions, books) = (overlap.overlaps.count, overlap.books.count)
    if sessions > 0 {
      let words = sessions == 1 ? "1 session holds" : "\(sessions) sessions hold"
      output.guide("  \(words) time of another of the kind; see `cairn sync conflicts`")
    }
    if books > 0 {
      let words = books == 1 ? "1 book was" : "\(books) pairs of books were"
      output.guide("  \(words) added on two devices; see `cairn sync conflicts`")
    }
  }

  private func show(_ deletion: BulkDeletion, _ devices: DeviceNames) {
    let names = deletion.nodes.map { devices[$0].visible }.joined(separator: ", ")
    output.print("  deleted on another device (\(names)): \(deletion.words)")
    output.guide(
      "    `cairn sync restore \(deletion.shortID.text)` brings all back, "
        + "`cairn sync dismiss \(deletion.shortID.text)` leaves it deleted"
    )
  }

  /// Says what came of bringing back what was deleted elsewhere.
  func show(_ outcome: RestoredRecords) {
    if wantsJSON { return output.print(outcome.json.text) }
    output.say(
      outcome.restored + outcome.left > 0
        ? "Brought back: \(outcome.restored)." : "Nothing was deleted in bulk elsewhere."
    )
    guard outcome.left > 0 else { return }
    output.say(
      "Still deleted: \(outcome.left). Another session has its time by now, or this version cannot read it."
    )
  }

  /// Says what is left deleted and told no more.
  func show(dismissed deletions: [BulkDeletion], _ devices: DeviceNames) {
    if wantsJSON { return printJSON(deletions.map { $0.json(devices) }) }
    if deletions.isEmpty { output.say("Nothing was deleted in bulk elsewhere.") }
    for deletion in deletions { output.say("Left deleted: \(deletion.words).") }
  }

  /// `In sync at 10:02`, or what waits; after a run that failed or found a difference, when both last agreed.
  private func headline(_ state: SyncState, isWell: Bool) -> String {
    if !state.refusals.isEmpty || state.queued > 0 {
      let waiting = state.queued == 1 ? "1 change waits" : "\(state.queued) changes wait"
      return "Not in sync: \(waiting), \(state.refusals.count) refused,"
    }
    guard let at = state.place?.agreedAt else { return "Not in sync yet" }
    return "\(isWell ? "In sync" : "Last in sync") at \(times.format.moment(at))"
  }

  /// Says that a conflict is settled.
  func show(
    settled one: ConflictView,
    _ title: String,
    _ back: SessionRow?,
    _ devices: DeviceNames
  ) {
    if wantsJSON { return output.print(one.json(devices, times.format.moment).text) }
    if one.isOfDeletion {
      return output.say("\(title): \(back.map(line) ?? one.about.visible).")
    }
    output.say("\(title): \(thing(one)), \(one.field.visible).")
  }

  /// Says whether a write is followed by a sync.
  func show(automatic plan: SyncRemote) {
    if wantsJSON { return output.print(JSON.members(("automatic", .bool(plan.isAutomatic))).text) }
    output.say(
      plan.isAutomatic
        ? "A write is followed by a sync." : "A write is followed by no sync any more."
    )
  }

  /// Says that no server is followed any more.
  func sayUnfollowed() {
    if wantsJSON { return output.print(JSON.members(("server", .null)).text) }
    output.say("This log follows no server any more.")
  }

  /// What a value that lost is about: a session as lists show it, anything else by its name.
  private func thing(_ one: ConflictView) -> String { one.session.map(line) ?? one.about.visible }

  /// ` (on Phone)`; nothing for a value that a rule set.
  private func origin(_ stamp: Stamp, _ devices: DeviceNames) -> String {
    if stamp.isAutomatic { return "" }
    return stamp.node == devices.own ? " (here)" : " (on \(devices[stamp.node].visible))"
  }

  /// Lists values that lost; `isAll` where nothing else is in the way.
  func show(_ lost: [ConflictView], _ devices: DeviceNames, isAll: Bool = true) {
    if wantsJSON { return printJSON(lost.map { $0.json(devices, times.format.moment) }) }
    if lost.isEmpty, isAll { return output.say("No value was lost.") }
    for one in lost {
      let words = one.words(times.format.moment)
      output.print("\(one.shortID.text)  \(thing(one)), \(one.field.visible)")
      let stands = one.standingStamp.map { origin($0, devices) } ?? ""
      output.print("  stands: \(words.stands.visible)\(stands)")
      output.print("  lost:   \(words.lost.visible)\(origin(one.conflict.stamp, devices))")
    }
  }
}

extension CommandContext {
  /// Lists what two devices recorded; JSON is that of values that lost alone.
  func show(_ overlap: PossibleDuplicates) {
    guard !wantsJSON else { return }
    show(overlap.overlaps)
    show(overlap.books)
  }

  private func show(_ books: [DuplicateBooks]) {
    guard !books.isEmpty else { return }
    output.print("Under one title on two devices, and on the shelf twice:")
    for one in books {
      output.print("  \(summary(one.first))")
      output.print("  \(summary(one.second))")
    }
    output.guide(
      "`cairn book merge ID OTHER` makes them one; with another title or author they stay two."
    )
  }

  private func show(_ overlaps: [SessionOverlap]) {
    guard !overlaps.isEmpty else { return }
    output.print("At the same time, and counted twice:")
    for one in overlaps {
      output.print("  \(line(one.other))")
      output.print("  \(line(one.session))")
    }
    output.guide(
      "`cairn delete ID` takes one away, and `cairn edit ID --start … --end …` gives it another time."
    )
  }
}

extension SyncState {
  fileprivate func json(_ plan: SyncRemote, _ trouble: String?, _ overlap: PossibleDuplicates) -> JSON {
    .members(
      ("server", .string(plan.url)),
      ("agreed_at", .text(place?.agreedAt?.text)),
      ("waiting", .integer(Int64(queued))),
      ("refused", .array(refusals.map(\.json))),
      ("conflicts", .integer(Int64(conflicts))),
      ("overlaps", .integer(Int64(overlap.overlaps.count))),
      ("twins", .integer(Int64(overlap.books.count))),
      ("deletions", .array(deletions.map { $0.json(devices) })),
      ("device", .text(devices.name(of: devices.own))),
      ("automatic", .bool(plan.isAutomatic)),
      ("problem", .text(trouble))
    )
  }
}

extension RefusedLine {
  fileprivate var json: JSON {
    .members(
      ("line", .string(line.text)),
      ("title", .string(title)),
      ("code", .string(code)),
      ("reason", .string(reason)),
      ("at", .string(at.text))
    )
  }
}
