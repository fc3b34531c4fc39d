import CairnAccounts
import CairnSQLite
import CairnStore
import CairnTransfer
import Glibc

/// The open log of an account in a SQLite file.
struct AccountFolder: OpenLog {
  let log: Log
  let database: SQLiteDatabase
  let directory: DataDirectory
  let backups: BackupFolder
  let environment: LogEnvironment

  var folder: any LogFolder { LogDirectory(directory: directory) }

  func diskBytes(measuring: Bool) -> Int64 {
    // Not the write-ahead log, where a preview leaves as much as it would have written.
    var status = stat()
    return stat(directory.logFile, &status) == 0 ? Int64(status.st_size) : 0
  }

  func backUp() async throws -> Bool {
    let isCreated = try await backups.copy(database, at: environment.now())
    // If the account was deleted during the copy, delete the copy too.
    if access(directory.logFile, F_OK) != 0 { backups.remove() }
    return isCreated
  }

  func copy() async throws -> any ScopedFile {
    let temporaryFile = TemporaryFile(in: directory.path)
    try await translated { try await database.backup(to: temporaryFile.path) }
    return try await BlockingWork.run { try AccountLogSize.file(temporaryFile) }
  }

  func restore(_ file: [UInt8]) async throws -> RestoredLog {
    let upload = TemporaryFile(in: directory.path)
    try await BlockingWork.run { try Files.write(file, to: upload.path) }
    let copy = try await RestoredCopy(
      of: upload.path,
      named: "The file",
      in: directory.path,
      isForeign: true,
      environment,
      on: .own
    )
    let saving = try directory.backupFolder.newFile(at: environment.now())
    try await translated {
      try await RestoredCopy.continueSequence(of: log, in: copy.temporaryFile, .own)
      try await database.restore(from: copy.temporaryFile.path, saving: saving)
    }
    directory.backupFolder.prune(keep: BackupFolder.defaultCount, new: saving)
    return copy.contents
  }
}
