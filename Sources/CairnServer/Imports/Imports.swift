import Cairn
import CairnExchange
import CairnStore

/// The files that people sent to be imported, for the API and for the pages.
///
/// All of a person's is known to that person alone.
actor Imports {
  private let shelf: any ImportJobStore
  private let queue: ImportQueue
  /// What is being taken in here, by who does it.
  private var running: [RecordID: (file: RecordID, owner: String, task: Task<Void, Never>)] = [:]

  /// Keeps files on a shelf; `releaseMemory` runs after each was read.
  init(on shelf: any ImportJobStore, releaseMemory: @escaping @Sendable () -> Void) {
    self.shelf = shelf
    queue = ImportQueue(releaseMemory: releaseMemory)
  }

  /// Keeps a file and tells what it would bring; nothing is changed.
  ///
  /// Sent again under one id, the first is told. Throws `import.unknown_format`, and what the
  /// parser of the format throws; the file is gone then. A list with columns that are not clear can
  /// be kept, to be looked at again.
  func plan(
    _ context: AuthenticatedContext,
    _ id: RecordID,
    _ bytes: [UInt8],
    as format: FileFormat?,
    _ options: ImportOptions,
    keepsUnclear: Bool = false
  ) async throws -> ImportJobState {
    if let known = try await shelf.find(id, of: context.owner) { return known }
    let (work, job) = try await queue.run(of: context.owner) {
      let work = try await ImportJob(bytes, as: format, options, in: context.lease.folder)
      return (work, try await work.job(id, context))
    }
    try Task.checkCancellation()
    if let problem = job.problem, !keepsUnclear { throw problem }
    try await shelf.keep(job, work, bytes, of: context.owner)
    return job
  }

  /// Looks at a file again, with its columns and dates as they are said now.
  ///
  /// Throws `import.not_found`, `import.running`, `import.taken_back` for one whose file is gone,
  /// and what the parser throws; the sheet stays as it was then.
  func plan(_ id: RecordID, again options: ImportOptions, _ context: AuthenticatedContext) async throws -> ImportJobState {
    var changed = try await work(id, context)
    changed.options = options
    let work = changed
    let job = try await queue.run(of: context.owner) { try await work.job(id, context) }
    guard try await shelf.replace(job, work, of: context.owner) else {
      guard try await self.job(id, context).state != .applying else { throw Self.isRunning }
      throw Self.takenBack
    }
    return job
  }

  /// What is known of an import; throws `import.not_found`.
  func job(_ id: RecordID, _ context: AuthenticatedContext) async throws -> ImportJobState {
    guard let job = try await shelf.find(id, of: context.owner) else { throw Self.notFound(id) }
    return job
  }

  /// The imports of a person, newest first.
  func all(of context: AuthenticatedContext) async throws -> [ImportJobState] { try await shelf.all(of: context.owner) }

  /// Begins to take a file in, and goes on whoever asks; one that was taken in stays so.
  ///
  /// Throws `import.not_found`, and `import.taken_back` for one whose file is gone.
  func apply(_ id: RecordID, _ context: AuthenticatedContext) async throws -> ImportJobState {
    _ = try await job(id, context)
    let runner = try await shelf.claim(id, of: context.owner)
    let job = try await job(id, context)
    if let runner {
      running[runner] = (id, context.owner, Task { await run(job, by: runner, context) })
    }
    guard job.state != .undone else { throw Self.takenBack }
    return job
  }

  /// What is known of an import once it is no more being taken in; throws `import.not_found`.
  ///
  /// One that another server takes in is asked for a few times a second.
  func settled(_ id: RecordID, _ context: AuthenticatedContext) async throws -> ImportJobState {
    for one in running.values where one.file == id { await one.task.value }
    while true {
      let job = try await job(id, context)
      guard job.state == .applying else { return job }
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  /// Takes back what an import brought, as one line of history.
  ///
  /// Throws `import.not_found`, `import.nothing_to_undo`, and what ``LogWriter/undo(_:keepChanged:)``
  /// throws.
  func undo(_ id: RecordID, keepChanged: Bool, _ context: AuthenticatedContext) async throws -> ImportJobState {
    var job = try await job(id, context)
    if job.state == .undone { return job }
    guard job.state == .applied, let line = job.findings.line else { throw Self.nothingToUndo }
    do {
      _ = try await context.log.undo(line, keepChanged: keepChanged)
    } catch let error as CairnError where error.code == "history.already_undone" {
      // At the same time elsewhere, or by a server that could not note it.
    }
    job.state = .undone
    try await shelf.takeBack(job, of: context.owner)
    return job
  }

  /// Forgets an import and its file; throws `import.not_found`, and `import.running`.
  func drop(_ id: RecordID, _ context: AuthenticatedContext) async throws {
    _ = try await job(id, context)
    try await shelf.remove(id, of: context.owner)
    if try await shelf.find(id, of: context.owner) != nil { throw Self.isRunning }
  }

  /// Forgets all imports of a person whose log goes.
  func forgetAll(of context: AuthenticatedContext) async throws {
    await stop { $0 == context.owner }
    try await shelf.removeAll(of: context.owner)
  }

  /// Stops what is being taken in, which leaves nothing behind; for the end of the process.
  func end() async {
    await stop { _ in true }
    await shelf.close()
  }

  private func stop(_ isMeant: (String) -> Bool) async {
    let meant = running.values.filter { isMeant($0.owner) }.map(\.task)
    for task in meant { task.cancel() }
    for task in meant { await task.value }
  }
}

extension Imports {
  private func work(_ id: RecordID, _ context: AuthenticatedContext) async throws -> ImportJob {
    _ = try await job(id, context)
    let folder = context.lease.folder
    guard let work = try await shelf.work(id, of: context.owner, in: folder) else {
      throw Self.takenBack
    }
    return work
  }

  private func run(_ job: ImportJobState, by runner: RecordID, _ context: AuthenticatedContext) async {
    let (id, total) = (job.id, LockedValue<Int?>(nil))
    let (steps, step) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let following = Task {
      for await done in steps { await shelf.note(done, of: total.holding(\.self), id, by: runner) }
    }
    var settled = job
    settled.begin()
    do {
      // What was said of it cannot change any more.
      let work = try await work(id, context)
      let line = RecordID(derivedFrom: ["import", id.text, job.madeAt.text])
      settled.findings = try await queue.run(of: context.owner) {
        try await work.take(context, as: line, known: job.findings) { items in
          total.holding { $0 = items }
          step.yield(0)
        } progress: {
          // The log is told at each item; here a few times a second is enough.
          if $0.isMultiple(of: 64) { step.yield($0) }
        }
      }
      settled.state = .applied
      settled.total = total.holding(\.self)
      settled.done = settled.total ?? 0
    } catch {
      (settled.state, settled.problem) = (.failed, Self.told(error))
    }
    step.finish()
    await following.value
    await shelf.rest(id, by: runner)
    await settle(settled, of: context.owner, by: runner)
    await context.server.dependencies.webhooks?.look(at: context.webhookOwner)
    running[runner] = nil
  }

  /// Keeps what came of an import, though it was stopped.
  ///
  /// While the database is away it is tried again for a while; then it is as if this server had died.
  private func settle(_ job: ImportJobState, of owner: String, by runner: RecordID) async {
    let shelf = shelf
    await Task {
      for _ in 0..<10 {
        if (try? await shelf.settle(job, of: owner, by: runner)) != nil { return }
        try? await Task.sleep(for: .seconds(1))
      }
    }.value
  }
}

extension Imports {
  private static func told(_ error: any Error) -> CairnError {
    error as? CairnError
      ?? CairnError(
        "import.stopped",
        "The import was stopped before it was done.",
        hint: "Nothing was changed. Apply it again."
      )
  }

  private static func notFound(_ id: RecordID) -> CairnError {
    CairnError(
      "import.not_found",
      "There is no import “\(id.text)”.",
      hint: "Send the file again: what was sent is not kept for ever."
    )
  }

  private static var takenBack: CairnError {
    CairnError(
      "import.taken_back",
      "The import was taken back, and its file is gone.",
      hint: "Send the file again, or redo the line of history."
    )
  }

  private static var isRunning: CairnError {
    CairnError(
      "import.running",
      "The file is being taken in.",
      hint: "Wait until it is, and take it back."
    )
  }

  private static var nothingToUndo: CairnError {
    CairnError(
      "import.nothing_to_undo",
      "There is nothing of this import to take back.",
      hint: "It was not applied, it changed nothing, or it came into an empty log."
    )
  }
}
