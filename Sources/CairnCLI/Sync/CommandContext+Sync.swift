import Cairn
import CairnReports
import CairnStore
import CairnSync
import Glibc

extension CommandContext {
  /// Returns the sync server of this log; throws `sync.not_set_up`.
  func requiredSyncRemote() throws(CairnError) -> SyncRemote {
    guard let plan = try directory.syncRemote() else {
      throw CairnError(
        "sync.not_set_up",
        "This log does not sync with a server.",
        hint: "Set one up with `cairn sync setup URL`."
      )
    }
    return plan
  }

  /// Runs the closure, then starts a background sync if it left changes to push.
  ///
  /// Without a sync server the cost is one `access` call.
  func syncingAfterWrite<Result>(
    _ log: Log,
    _ body: () async throws -> Result
  ) async throws -> Result {
    guard let syncLater, directory.hasSyncRemote, variable("CAIRN_SYNC_AUTO") != "no" else {
      return try await body()
    }
    let before = try? await log.mutationCount()
    let result = try await body()
    if let after = try? await log.mutationCount(), after != before,
      (try? await log.nextPush(limit: 1)) != nil, (try? directory.syncRemote())?.isAutomatic == true
    {
      syncLater(directory)
    }
    return result
  }

  /// Waits briefly before it syncs, so that a burst of writes causes one run.
  ///
  /// A run that is still waiting has not read the queue yet, so a second one returns at once.
  func debouncedSync(_ log: Log, pause: (Duration) async throws -> Void) async throws -> ExitCode {
    guard let pendingLock = try SyncLock(at: directory.pendingSyncLock) else { return .done }
    defer { pendingLock.end() }
    try await pause(.milliseconds(200))
    guard let lock = try await lock(pause: pause) else { return .done }
    defer { lock.end() }
    pendingLock.end()
    let plan = try requiredSyncRemote()
    _ = try await recordingFailure {
      try await SyncRunner(log, transport: plan.transport(web)).run()
    }
    return .done
  }

  /// Waits up to ten seconds for the sync lock; nil on timeout.
  private func lock(pause: (Duration) async throws -> Void) async throws -> SyncLock? {
    for _ in 0..<100 {
      if let lock = try SyncLock(in: directory) { return lock }
      try await pause(.milliseconds(100))
    }
    return nil
  }

  /// Disconnects the log from its server after any current run ends, because that run would reconnect it.
  ///
  /// Throws `sync.busy` if the run does not end within ten seconds.
  func stopSyncing(_ log: Log, pause: (Duration) async throws -> Void) async throws {
    guard let lock = try await lock(pause: pause) else { throw CairnError.busySync }
    defer { lock.end() }
    try directory.removeSyncRemote()
    try await log.stopSyncing()
  }

  /// Syncs the log with the server and reports the state of both.
  ///
  /// A new server is saved only after a complete run. Throws `sync.busy` during another run, and
  /// `sync.not_set_up` if the log no longer uses this server.
  func sync(
    _ log: Log,
    _ plan: SyncRemote,
    allowsLogMerge: Bool = false,
    forcesFullComparison: Bool = false,
    isNew: Bool = false
  ) async throws -> ExitCode {
    guard let lock = try SyncLock(in: directory) else { throw CairnError.busySync }
    defer { lock.end() }
    if !isNew, try requiredSyncRemote().url != plan.url { throw CairnError.left }
    try await suggestName(to: log)
    let outcome = try await run(
      log,
      plan,
      allowsLogMerge: allowsLogMerge,
      forcesFullComparison: forcesFullComparison
    )
    if isNew { try directory.save(plan) }
    let state = try await log.syncState()
    show(outcome, state, plan, try await log.possibleDuplicates())
    return state.isSettled ? .done : .refused
  }

  /// Syncs, or succeeds if another run is active, because that run sends the queued changes.
  func syncUnlessBusy(_ log: Log, _ plan: SyncRemote) async throws -> ExitCode {
    do {
      return try await sync(log, plan)
    } catch let error as CairnError where error.code == "sync.busy" {
      output.info(error.message)
      return .done
    }
  }

  private func run(
    _ log: Log,
    _ plan: SyncRemote,
    allowsLogMerge: Bool,
    forcesFullComparison: Bool
  ) async throws -> SyncOutcome {
    let reporter = SyncProgressReporter(self)
    defer { reporter.finish() }
    let runner = SyncRunner(
      log,
      allowsLogMerge: allowsLogMerge,
      forcesFullComparison: forcesFullComparison,
      progress: reporter.report,
      transport: plan.transport(web)
    )
    return try await recordingFailure { try await runner.run() }
  }

  /// Connects the log to a server and syncs.
  ///
  /// The first server is saved at once, so that `cairn sync` can resume an interrupted run; it is removed again if the
  /// run fails without any effect. Another server replaces it only after a complete run. `undo` cannot separate two
  /// merged logs, so the log is backed up first.
  func follow(_ log: Log, _ plan: SyncRemote, allowsLogMerge: Bool) async throws -> ExitCode {
    let (isFirst, before) = (!directory.hasSyncRemote, try await log.syncState().cursor)
    let (lastError, lines) = (directory.lastSyncError, try await log.mutationCount())
    let copy = isFirst || allowsLogMerge ? try await backUpBeforeMerge(lines) : nil
    if isFirst { try directory.save(plan) }
    do {
      let exit = try await sync(log, plan, allowsLogMerge: allowsLogMerge, isNew: true)
      resolve(copy, hasMerged: try await log.mutationCount() != lines)
      return exit
    } catch {
      let isUnchanged = try await log.syncState().cursor == before
      resolve(copy, hasMerged: !isUnchanged)
      if !isFirst { directory.save(lastError: lastError) }
      if isFirst, isUnchanged { try directory.removeSyncRemote() }
      throw error
    }
  }

  private func backUpBeforeMerge(_ lines: Int64) async throws -> String? {
    guard lines > 0 else { return nil }
    return try await directory.backUp(before: "sync", at: now)
  }

  /// Reports the backup, or deletes it if the sync did not change the log.
  private func resolve(_ copy: String?, hasMerged: Bool) {
    guard let copy else { return }
    guard hasMerged else {
      unlink(copy)
      return
    }
    let message =
      "Return to the previous log with `cairn sync stop` and `cairn restore \(copy.visible.quotedForShell)`."
    wantsData ? output.warn(message) : output.info(message)
  }

  /// Suggests the host name as the device name, until the person chooses one.
  private func suggestName(to log: Log) async throws {
    guard let machine else { return }
    try await log.suggest(String(machine.prefix { $0 != "." }))
  }

  /// Saves the error of a failed run for `sync status`, because a background run has no terminal.
  func recordingFailure<T>(_ run: () async throws -> T) async throws -> T {
    do {
      let result = try await run()
      directory.save(lastError: nil)
      return result
    } catch {
      let known = CairnError(any: error)
      directory.save(lastError: "\(known.message) \(known.hint)")
      throw error
    }
  }

  /// Resolves a conflict given by its short or full ID.
  func resolve(
    _ invocation: Invocation,
    _ title: String,
    deletion: String,
    merge: String,
    _ body: @escaping @Sendable (LogWriter, RecordID) throws -> Void
  ) async throws -> ExitCode {
    let word = invocation.required("conflict")
    return try await withLog { log in
      let conflicts = try await log.openConflicts().filter {
        [$0.shortID.text, $0.conflict.recordID.text].contains(word.lowercased())
      }
      guard let one = conflicts.first else {
        throw CairnError(
          "sync.conflict_not_found",
          "There is no sync conflict “\(word.visible)” to resolve.",
          hint: "List conflicts with `cairn sync conflicts`."
        )
      }
      try await log.write { try body($0, one.conflict.recordID) }
      let back = one.isOfDeletion ? try await log.session(SessionID(one.conflict.about)) : nil
      let message = one.isMerged ? merge : one.isOfDeletion ? deletion : title
      show(settled: one, message, back, try await log.deviceNames())
      return .done
    }
  }
}

extension CairnError {
  fileprivate static var busySync: CairnError {
    CairnError(
      "sync.busy",
      "Another sync of this log is running.",
      hint: "Run this again when it has finished. Nothing was changed."
    )
  }
}

extension SyncState {
  /// Whether the log and the server are in sync: nothing queued, refused or failed.
  var isSettled: Bool {
    queued == 0 && refusals.isEmpty && cursor?.problem == nil && cursor?.agreedAt != nil
  }
}
