import Cairn
import CairnExchange
import CairnReports
import CairnStore
import CairnAccounts
import CairnTransfer

/// The import jobs of all people, for the API and the pages.
///
/// A job is accessible only to its owner.
actor Imports {
  private let store: any ImportJobStore
  private let queue: ImportQueue
  /// The jobs that this process runs, by runner.
  private var running: [RecordID: (file: RecordID, owner: String, task: Task<Void, Never>)] = [:]

  /// Creates the service; `releaseMemory` runs after each file.
  init(on store: any ImportJobStore, releaseMemory: @escaping @Sendable () -> Void) {
    self.store = store
    queue = ImportQueue(releaseMemory: releaseMemory)
  }

  /// Stores a file and returns a preview; changes nothing in the log.
  ///
  /// A repeated id returns the first preview. Throws `account.full`, `import.unknown_format` and the errors of the format's parser,
  /// and then discards the file. With `keepsAmbiguous`, a list with ambiguous columns is stored, to be planned again.
  func plan(
    _ context: AuthenticatedContext,
    _ id: RecordID,
    _ bytes: [UInt8],
    as format: FileFormat?,
    _ options: ImportOptions,
    keepsAmbiguous: Bool = false
  ) async throws -> ImportJobState {
    if let known = try await store.find(id, of: context.owner) { return known }
    let waiting = try await store.waitingBytes(of: context.owner)
    try await context.requireQuota(of: bytes, besides: waiting)
    let (work, job) = try await queue.run(of: context.owner) {
      let work = try await ImportJob(bytes, as: format, options, in: context.lease.folder)
      return (work, try await work.job(id, context))
    }
    try Task.checkCancellation()
    if let problem = job.problem, !keepsAmbiguous { throw problem }
    try await store.insert(job, work, bytes, of: context.owner)
    return job
  }

  /// Updates the preview of a job with new options.
  ///
  /// Throws `import.not_found`, `import.running`, `import.undone` if the file has been removed, and the errors of
  /// the parser; the job stays unchanged then.
  func plan(_ id: RecordID, again options: ImportOptions, _ context: AuthenticatedContext)
    async throws -> ImportJobState
  {
    var changed = try await work(id, context)
    changed.options = options
    let work = changed
    let job = try await queue.run(of: context.owner) { try await work.job(id, context) }
    guard try await store.replace(job, work, of: context.owner) else {
      guard try await self.job(id, context).state != .applying else { throw Self.isRunning }
      throw Self.alreadyUndone
    }
    return job
  }

  /// Runs other work on a file of a person when its turn comes; see ``ImportQueue/run(of:_:)``.
  func inTurn<Result: Sendable>(
    of owner: String,
    _ work: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await queue.run(of: owner, work)
  }

  /// Returns the state of a job; throws `import.not_found`.
  func job(_ id: RecordID, _ context: AuthenticatedContext) async throws -> ImportJobState {
    guard let job = try await store.find(id, of: context.owner) else { throw Self.notFound(id) }
    return job
  }

  /// Returns a person's jobs, newest first.
  func all(of context: AuthenticatedContext) async throws -> [ImportJobState] {
    try await store.all(of: context.owner)
  }

  /// Starts a job in the background, idempotently; it continues after the client disconnects.
  ///
  /// Throws `import.not_found`, and `import.undone` if the file has been removed.
  func apply(_ id: RecordID, _ context: AuthenticatedContext) async throws -> ImportJobState {
    _ = try await job(id, context)
    let runner = try await store.claim(id, of: context.owner)
    let job = try await job(id, context)
    if let runner {
      running[runner] = (id, context.owner, Task { await run(job, by: runner, context) })
    }
    guard job.state != .undone else { throw Self.alreadyUndone }
    return job
  }

  /// Returns the state of a job once it is not running, or after the limit; throws `import.not_found`.
  ///
  /// Polls, because another server may run it.
  func finishedJob(_ id: RecordID, waiting limit: Duration, _ context: AuthenticatedContext)
    async throws -> ImportJobState
  {
    var (waited, pause) = (Duration.zero, Duration.milliseconds(10))
    while true {
      let job = try await job(id, context)
      guard job.state == .applying, waited < limit else { return job }
      try await Task.sleep(for: pause)
      waited += pause
      pause = min(pause * 2, .milliseconds(200))
    }
  }

  /// Undoes an import in one history entry.
  ///
  /// Throws `import.not_found`, `import.nothing_to_undo` and the errors of ``LogWriter/undo(_:keepChanged:)``.
  func undo(_ id: RecordID, keepChanged: Bool, _ context: AuthenticatedContext) async throws
    -> ImportJobState
  {
    var job = try await job(id, context)
    if job.state == .undone { return job }
    guard job.state == .applied, let entry = job.outcome.entry else { throw Self.nothingToUndo }
    do {
      _ = try await context.log.undo(entry, keepChanged: keepChanged)
    } catch let error as CairnError where error.code == "history.already_undone" {
      // Another request undid it, or a server that crashed before it stored the new state.
    }
    job.state = .undone
    try await store.markUndone(job, of: context.owner)
    return job
  }

  /// Removes a job and its file; throws `import.not_found` and `import.running`.
  func drop(_ id: RecordID, _ context: AuthenticatedContext) async throws {
    _ = try await job(id, context)
    try await store.remove(id, of: context.owner)
    if try await store.find(id, of: context.owner) != nil { throw Self.isRunning }
  }

  /// Removes all jobs of a person before their log is deleted.
  func forgetAll(of context: AuthenticatedContext) async throws {
    await stop { $0 == context.owner }
    try await store.removeAll(of: context.owner)
  }

  /// Cancels running jobs and rolls back their transactions; call it on shutdown.
  func end() async {
    await stop { _ in true }
    await store.close()
  }

  private func stop(_ matches: (String) -> Bool) async {
    let tasks = running.values.filter { matches($0.owner) }.map(\.task)
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}

extension Imports {
  private func work(_ id: RecordID, _ context: AuthenticatedContext) async throws -> ImportJob {
    _ = try await job(id, context)
    let folder = context.lease.folder
    guard let work = try await store.work(id, of: context.owner, in: folder) else {
      throw Self.alreadyUndone
    }
    return work
  }

  private func run(_ job: ImportJobState, by runner: RecordID, _ context: AuthenticatedContext)
    async
  {
    let (id, total) = (job.id, LockedValue<Int?>(nil))
    let (steps, step) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let following = Task {
      for await done in steps {
        await store.reportProgress(done, of: total.withLock(\.self), id, by: runner)
      }
    }
    var finished = job
    finished.begin()
    do {
      // Load the job only after the claim, when its options can no longer change.
      let work = try await work(id, context)
      let entry = RecordID(derivedFrom: ["import", id.text, job.createdAt.text])
      finished.outcome = try await queue.run(of: context.owner) {
        try await work.perform(context, as: entry, known: job.outcome) { items in
          total.withLock { $0 = items }
          step.yield(0)
        } progress: {
          // The writer reports each item; a few updates a second are enough here.
          if $0.isMultiple(of: 64) { step.yield($0) }
        }
      }
      finished.state = .applied
      finished.total = total.withLock(\.self)
      finished.done = finished.total ?? 0
    } catch {
      (finished.state, finished.problem) = (.failed, Self.reportableError(error))
    }
    step.finish()
    await following.value
    await store.endHeartbeat(id, by: runner)
    await storeResult(finished, of: context.owner, by: runner)
    await context.server.dependencies.webhooks?.scheduleCheck(of: context.webhookOwner)
    running[runner] = nil
  }

  /// Stores the result of a job, even if its task was cancelled.
  ///
  /// Retries for some seconds while the database is unavailable; then another server takes over, as after a crash.
  private func storeResult(_ job: ImportJobState, of owner: String, by runner: RecordID) async {
    let store = store
    await Task {
      for _ in 0..<10 {
        if (try? await store.storeResult(job, of: owner, by: runner)) != nil { return }
        try? await Task.sleep(for: .seconds(1))
      }
    }.value
  }
}

extension Imports {
  private static func reportableError(_ error: any Error) -> CairnError {
    error as? CairnError ?? ImportCancellation.interrupted
  }

  private static func notFound(_ id: RecordID) -> CairnError {
    CairnError(
      "import.not_found",
      "There is no import “\(id.text)”.",
      hint: "Send the file again. Uploads are deleted after a while."
    )
  }

  private static var alreadyUndone: CairnError {
    CairnError(
      "import.undone",
      "The import was undone, and its file is gone.",
      hint: "Send the file again, or redo the history entry."
    )
  }

  private static var isRunning: CairnError {
    CairnError(
      "import.running",
      "The import is still running.",
      hint: "Wait until it finishes, then undo it."
    )
  }

  private static var nothingToUndo: CairnError {
    CairnError(
      "import.nothing_to_undo",
      "There is nothing to undo in this import.",
      hint:
        "Apply it first. An import that changed nothing, or filled an empty log, cannot be undone."
    )
  }
}
