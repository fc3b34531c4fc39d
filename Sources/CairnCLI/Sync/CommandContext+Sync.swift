import Cairn
import CairnStore
import CairnSync
import Glibc

extension CommandContext {
  /// The server this log follows; throws `sync.not_set_up`.
  func requiredSyncPlan() throws(CairnError) -> SyncRemote {
    guard let plan = try directory.syncPlan() else {
      throw CairnError(
        "sync.not_set_up",
        "This log follows no server.",
        hint: "Name one with `cairn sync setup URL`."
      )
    }
    return plan
  }

  /// Does something with the log, and starts a sync when it left something to send.
  ///
  /// A log that follows no server costs one look for a file.
  func syncingAfterWrite<Result>(
    _ log: Log,
    _ body: () async throws -> Result
  ) async throws -> Result {
    guard let syncLater, directory.hasSyncPlan, variable("CAIRN_SYNC_AUTO") != "no" else {
      return try await body()
    }
    let before = try? await log.lineCount()
    let result = try await body()
    if let after = try? await log.lineCount(), after != before,
      (try? await log.nextPush(limit: 1)) != nil, (try? directory.syncPlan())?.isAutomatic == true
    {
      syncLater(directory)
    }
    return result
  }

  /// Syncs once what was written in this moment is there: many writes one after another make one run.
  ///
  /// Whoever is about to sync has not looked at what waits, so a second one beside it is not needed.
  func debouncedSync(_ log: Log, pause: (Duration) async throws -> Void) async throws -> ExitCode {
    guard let soon = try SyncLock(at: directory.soonLock) else { return .done }
    defer { soon.end() }
    try await pause(.milliseconds(200))
    guard let turn = try await turn(pause: pause) else { return .done }
    defer { turn.end() }
    soon.end()
    let plan = try requiredSyncPlan()
    _ = try await remembering {
      try await SyncRunner(log, transport: plan.transport(web)).run()
    }
    return .done
  }

  /// The turn to sync, once whoever has it ended; nil after ten seconds.
  private func turn(pause: (Duration) async throws -> Void) async throws -> SyncLock? {
    for _ in 0..<100 {
      if let turn = try SyncLock(in: directory) { return turn }
      try await pause(.milliseconds(100))
    }
    return nil
  }

  /// Follows no server any more, once no run is at work, which would follow it again.
  ///
  /// Throws `sync.busy` where one has not ended after ten seconds.
  func unfollow(_ log: Log, pause: (Duration) async throws -> Void) async throws {
    guard let turn = try await turn(pause: pause) else { throw CairnError.busySync }
    defer { turn.end() }
    try directory.forgetSyncPlan()
    try await log.unfollow()
  }

  /// Brings the log and the server into agreement and says how both stand.
  ///
  /// Where the plan is new it is kept after a whole run. Throws `sync.busy` while another run is at it, and
  /// `sync.not_set_up` where the log follows that server no more.
  func sync(
    _ log: Log,
    _ plan: SyncRemote,
    joins: Bool = false,
    anew: Bool = false,
    isNew: Bool = false
  ) async throws -> ExitCode {
    guard let turn = try SyncLock(in: directory) else { throw CairnError.busySync }
    defer { turn.end() }
    if !isNew, try requiredSyncPlan().url != plan.url { throw CairnError.left }
    try await suggestName(to: log)
    let outcome = try await run(log, plan, joins: joins, anew: anew)
    if isNew { try directory.keep(plan) }
    let state = try await log.syncState()
    show(outcome, state, plan, try await log.doubledThings())
    return state.isSettled ? .done : .refused
  }

  /// The same, or leaves it to a run that is at it already: it sends what waits.
  func syncOrLeave(_ log: Log, _ plan: SyncRemote) async throws -> ExitCode {
    do {
      return try await sync(log, plan)
    } catch let error as CairnError where error.code == "sync.busy" {
      output.say(error.message)
      return .done
    }
  }

  private func run(
    _ log: Log,
    _ plan: SyncRemote,
    joins: Bool,
    anew: Bool
  ) async throws -> SyncOutcome {
    let told = SyncProgressReporter(self)
    defer { told.finish() }
    let runner = SyncRunner(
      log,
      joins: joins,
      anew: anew,
      progress: told.tell,
      transport: plan.transport(web)
    )
    return try await remembering { try await runner.run() }
  }

  /// Names the server that a log follows, and syncs.
  ///
  /// The first server is kept from the start, for a run that is cut off to go on with `cairn sync`; one that
  /// nothing came of is forgotten again. Another takes its place only after a whole run. No `undo` parts two logs
  /// that came together, so what was here is copied before.
  func follow(_ log: Log, _ plan: SyncRemote, joins: Bool) async throws -> ExitCode {
    let (isFirst, before) = (!directory.hasSyncPlan, try await log.syncState().place)
    let (trouble, lines) = (directory.lastTrouble, try await log.lineCount())
    let copy = isFirst || joins ? try await copyBeforeJoining(lines) : nil
    if isFirst { try directory.keep(plan) }
    do {
      let exit = try await sync(log, plan, joins: joins, isNew: true)
      settle(copy, hasJoined: try await log.lineCount() != lines)
      return exit
    } catch {
      let isUnchanged = try await log.syncState().place == before
      settle(copy, hasJoined: !isUnchanged)
      if !isFirst { directory.keep(trouble: trouble) }
      if isFirst, isUnchanged { try directory.forgetSyncPlan() }
      throw error
    }
  }

  private func copyBeforeJoining(_ lines: Int64) async throws -> String? {
    guard lines > 0 else { return nil }
    return try await directory.backUp(before: "sync", at: now)
  }

  /// Names the copy, or removes it where nothing came from elsewhere.
  private func settle(_ copy: String?, hasJoined: Bool) {
    guard let copy else { return }
    guard hasJoined else {
      unlink(copy)
      return
    }
    let words =
      "`cairn sync stop` and `cairn restore \(copy.visible.quotedForShell)` bring back what was here."
    wantsJSON ? output.warn(words) : output.say(words)
  }

  /// Calls this device what its machine is called, until the person chooses.
  private func suggestName(to log: Log) async throws {
    guard let machine else { return }
    try await log.suggest(String(machine.prefix { $0 != "." }))
  }

  /// Keeps why a run failed for `sync status`: of one in the background nobody hears otherwise.
  func remembering<T>(_ run: () async throws -> T) async throws -> T {
    do {
      let result = try await run()
      directory.keep(trouble: nil)
      return result
    } catch {
      let known = error as? CairnError
      directory.keep(trouble: known.map { "\($0.message) \($0.hint)" } ?? "\(error)")
      throw error
    }
  }

  /// Settles a conflict that is named by its id, short or whole.
  func settle(
    _ invocation: Invocation,
    _ title: String,
    deletion: String,
    _ body: @escaping @Sendable (LogWriter, RecordID) throws -> Void
  ) async throws -> ExitCode {
    let word = invocation.required("conflict")
    return try await withLog { log in
      let lost = try await log.lostValues().filter {
        [$0.shortID.text, $0.conflict.recordID.text].contains(word.lowercased())
      }
      guard let one = lost.first else {
        throw CairnError(
          "sync.no_conflict",
          "There is no value “\(word.visible)” that lost against another.",
          hint: "List them with `cairn sync conflicts`."
        )
      }
      try await log.write(title) { try body($0, one.conflict.recordID) }
      let back = one.isOfDeletion ? try await log.session(SessionID(one.conflict.about)) : nil
      let words = one.isOfDeletion ? deletion : title
      show(settled: one, words, back, try await log.deviceNames())
      return .done
    }
  }
}

extension CairnError {
  fileprivate static var busySync: CairnError {
    CairnError(
      "sync.busy",
      "Another run syncs this log at the moment.",
      hint: "Run this again when it has ended. Nothing was changed."
    )
  }
}

extension SyncState {
  /// Whether nothing waits and nothing is in the way.
  var isSettled: Bool {
    queued == 0 && refusals.isEmpty && place?.problem == nil && place?.agreedAt != nil
  }
}
