import Cairn
import CairnAccounts
import CairnSQL
import CairnSQLite
import CairnStore
import Glibc

extension Command<CommandContext> {
  static var backup: Command {
    Command(
      "backup",
      summary: "Back up the log to a file.",
      discussion: """
        The backup is checked before it is kept. Without a file it goes into the folder \
        backups of the data directory, which keeps the newest --keep backups.
        """,
      examples: [
        Example("cairn backup", "into the folder backups"),
        Example("cairn backup /media/stick/log.sqlite", "to a file of your choice"),
      ],
      arguments: [.optional("file", "The backup file to write.", completion: .files)],
      options: [.value("keep", "N", "Number of backups to keep in the folder backups (30).")],
      action: { invocation, context in
        let keep = try invocation.integer("keep", in: 1...10_000).map { Int($0) }
        let file = invocation.value("file")
        guard file != "-" else { throw noStream }
        let path = try await context.backup(to: file)
        if file == nil {
          context.directory.backupFolder.prune(keep: keep ?? BackupFolder.defaultCount, new: path)
        }
        if context.wantsData {
          context.output.print(data: JSON.members(("file", .string(path))))
        } else {
          context.output.info("Backed up to \(path.visible).")
        }
        return .done
      }
    )
  }

  private static var noStream: CairnError {
    CairnError(
      "usage.value",
      "FILE takes a file name, not “-”: a backup is checked before it is kept.",
      hint: "Use `cairn export -` for standard output, or `./-` for a file of that name."
    )
  }

  static var restore: Command {
    Command(
      "restore",
      summary: "Restore the log from a backup.",
      discussion: """
        The backup is checked first, and the current log is backed up, so restoring the wrong \
        one loses nothing.
        """,
      printsJSON: false,
      examples: [
        Example("cairn restore log.sqlite", "a file that `cairn backup log.sqlite` wrote")
      ],
      arguments: [.required("file", "The backup to restore.", completion: .files)],
      action: { invocation, context in
        let file = invocation.required("file")
        let (contents, before) = try await context.restore(file)
        let records = counted(contents.records, "record")
        context.output.info("Restored \(records) from \(file.visible).")
        if let before {
          let way = "cairn restore \(before.visible.quotedForShell)"
          context.output.info("Undo this with `\(way)`.")
        }
        if let problem = contents.problem { throw problem }
        return .done
      }
    )
  }
}

extension CommandContext {
  /// Copies the log and returns the path of the copy.
  fileprivate func backup(to file: String?) async throws -> String {
    try await withLog { _ in }
    let path = try file ?? directory.backupFolder.newFile(at: now)
    if file != nil { try Files.requireNew(path) }
    try await translated { try await directory.open().backup(to: path) }
    return path
  }

  /// Validates a backup, backs up the current log, and replaces it.
  ///
  /// Throws `input.no_file`, or `input.not_a_log` for a damaged or foreign file; the log is then
  /// unchanged. Returns what is in it, and the path of the old log's backup if it was readable.
  fileprivate func restore(_ file: String) async throws -> (RestoredLog, before: String?) {
    try DataDirectory.make(directory.path)
    let copy = try await RestoredCopy(of: file, named: file, in: directory.path, environment)
    return (copy.contents, try await replaceLog(copy.temporaryFile))
  }

  /// Replaces the log with a validated copy and returns the path of the old log's backup.
  ///
  /// Backup and replacement happen under one lock. An unreadable log is renamed, with its journal.
  private func replaceLog(_ copy: TemporaryFile) async throws -> String? {
    do {
      guard access(directory.logFile, F_OK) == 0 else {
        try await publishCopy(copy)
        return nil
      }
      let log = try await directory.openExistingLog(environment)
      let saving = try directory.backupFolder.newFile(at: now)
      try await translated {
        try await RestoredCopy.continueSequence(of: log, in: copy, .callers)
        try await directory.open().restore(from: copy.path, saving: saving)
      }
      return saving
    } catch let error as CairnError
      where error.code == "storage.damaged" || error.code == "storage.no_log"
    {
      try await publishCopy(copy)
      return nil
    }
  }

  /// Renames a copy to the log, after it renames an unreadable log aside.
  private func publishCopy(_ copy: TemporaryFile) async throws {
    let aside = "\(directory.logFile).damaged-\(now.milliseconds)"
    for suffix in ["-journal", ""] where access(directory.logFile + suffix, F_OK) == 0 {
      rename(directory.logFile + suffix, aside + suffix)
      output.warn("The previous log was kept as \((aside + suffix).visible).")
    }
    try await translated { try copy.publish(as: directory.logFile) }
  }
}

/// Runs the closure and translates a `StorageError` into a `CairnError`.
func translated<Result>(_ body: () async throws -> Result) async throws -> Result {
  do { return try await body() } catch let error as StorageError { throw CairnError(error) }
}
