import Cairn
import CairnPassword
import CairnSQL
import CairnSQLite
import CairnServer
import CairnStore
import Glibc

/// The logs of accounts as SQLite files: a folder for each account, with its log and its backups.
struct AccountFolders: AccountLogs {
  let directory: DataDirectory
  let environment: LogEnvironment

  func make(_ id: Identifier<Account>) async throws {
    let folder = directory.folder(of: id)
    try DataDirectory.make(folder.path)
    try await folder.makeLog(environment)
  }

  func open(_ id: Identifier<Account>) async throws -> Log {
    try await directory.folder(of: id).openMadeLog(environment, as: .server, on: .own)
  }

  func remove(_ id: Identifier<Account>) async throws {
    try Self.remove(directory.folder(of: id).path)
  }

  /// Removes a file, or a folder with all that is in it; throws `storage.cannot_remove`.
  private static func remove(_ path: String) throws(CairnError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in Folder.names(in: path) where name != "." && name != ".." {
        try remove(path + "/" + name)
      }
      if rmdir(path) == 0 { return }
    } else if unlink(path) == 0 {
      return
    }
    throw CairnError(
      "storage.cannot_remove",
      "\(path) cannot be removed: \(String(cString: strerror(errno))).",
      hint: "Check the rights, and remove it by hand."
    )
  }
}

extension Surroundings {
  /// The accounts of the data directory, which is made when it is missing.
  ///
  /// The file of the accounts is held as on a device, since `cairn account` may run beside a server;
  /// the logs belong to the server alone (ADR 0010). Throws `server.no_argon2`.
  func household(on thread: SQLiteDatabase.Thread = .callers) async throws -> Household {
    try DataDirectory.make(directory.path)
    umask(0o077)
    do {
      let database = try await SQLiteDatabase.open(path: directory.accountsFile, on: thread)
      return Household(
        try await Accounts.open(database, environment: environment),
        logs: AccountFolders(directory: directory, environment: environment),
        passwords: try PasswordThread()
      )
    } catch let error as StorageError {
      throw CairnError(error)
    }
  }
}
