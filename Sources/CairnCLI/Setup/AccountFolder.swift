import Cairn
import CairnSQL
import CairnSQLite
import CairnServer
import CairnStore
import Glibc

/// The log of an account as a SQLite file that is open.
struct AccountFolder: OpenLog {
  let log: Log
  let database: SQLiteDatabase
  let directory: DataDirectory
  let backups: BackupFolder
  let environment: LogEnvironment

  var folder: any LogFolder { LogDirectory(directory: directory) }

  var diskBytes: Int64? {
    [directory.logFile, directory.logFile + "-wal"].reduce(0) { sum, path in
      var status = stat()
      return stat(path, &status) == 0 ? sum + Int64(status.st_size) : sum
    }
  }

  func backUp() async throws -> Bool {
    let isMade = try await backups.copy(database, at: environment.now())
    // An account that was removed meanwhile takes the copy along.
    if access(directory.logFile, F_OK) != 0 { backups.remove() }
    return isMade
  }

  func copy() async throws -> [UInt8] {
    let temporaryFile = TemporaryFile(in: directory.path)
    try await translated { try await database.backup(to: temporaryFile.path) }
    return try await Waiting.run { try AccountLogSize.bytes(of: temporaryFile.path) }
  }

  func restore(_ file: [UInt8]) async throws -> Int {
    let upload = TemporaryFile(in: directory.path)
    try await Waiting.run { try Files.write(file, to: upload.path) }
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
      try await RestoredCopy.follow(log, in: copy.temporaryFile, .own)
      try await database.restore(from: copy.temporaryFile.path, saving: saving)
    }
    directory.backupFolder.thin(keep: BackupFolder.usual, new: saving)
    return copy.records
  }
}
