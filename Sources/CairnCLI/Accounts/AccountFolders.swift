import Cairn
import CairnAccounts
import CairnSQLite
import CairnStore
import Glibc

/// The logs of accounts as SQLite files, one directory per account.
struct AccountFolders: LogProvider {
  let directory: DataDirectory
  let environment: LogEnvironment
  /// The destination of automatic backups.
  let backups: BackupDestination

  func make(_ id: Identifier<Account>) async throws {
    let folder = directory.folder(of: id)
    try DataDirectory.make(folder.path)
    try await folder.makeLog(environment, on: .own)
  }

  func open(_ id: Identifier<Account>) async throws -> any OpenLog {
    let folder = directory.folder(of: id)
    let (log, database) = try await folder.openExistingLogFile(environment, as: .server, on: .own)
    return AccountFolder(
      log: log,
      database: database,
      directory: folder,
      backups: backups.folder(of: id),
      environment: environment
    )
  }

  /// Removes the backups, then the log.
  ///
  /// The directory is first renamed with a suffix, so that the next process can remove what an
  /// interrupted removal leaves behind.
  func remove(_ id: Identifier<Account>) async throws {
    let path = directory.folder(of: id).path
    try await BlockingWork.run { [backups] in
      for copies in backups.folders(of: id) { try Self.remove(copies.path) }
      guard rename(path, path + Self.removed) == 0 || errno == ENOENT else {
        throw Self.cannotRemove(path)
      }
      try Self.remove(path + Self.removed)
    }
  }

  private static let removed = ".removed"

  /// Deletes the directories left by interrupted removals.
  func sweep() throws {
    let path = directory.path + "/accounts"
    for name in LockedDirectory.names(in: path) where name.hasSuffix(Self.removed) {
      try Self.remove(path + "/" + name)
    }
  }

  /// Removes a file or a directory tree; throws `storage.cannot_remove`.
  private static func remove(_ path: String) throws(CairnError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in LockedDirectory.names(in: path) where name != "." && name != ".." {
        try remove(path + "/" + name)
      }
      if rmdir(path) == 0 { return }
    } else if unlink(path) == 0 {
      return
    }
    throw cannotRemove(path)
  }

  private static func cannotRemove(_ path: String) -> CairnError {
    let error = SystemError()
    return CairnError(
      "storage.cannot_remove",
      "\(path) cannot be deleted: \(error.reason).",
      hint: "Check the permissions, and delete it by hand.",
      cause: error.cause
    )
  }
}

extension CommandContext {
  /// Runs the closure while no migration can move the accounts; throws `account.in_use` and like `accountService`.
  func withAccountService<Result>(
    _ body: (AccountService) async throws -> Result
  ) async throws -> Result {
    if let server = try postgres(isLive: true) {
      return try await body(accountService(in: server))
    }
    return try await directory.withAccountsLock { try await body(accountService()) }
  }

  /// Opens the accounts of the data directory, or of the configured database.
  ///
  /// The account file is locked per transaction, because `cairn account` may run beside a server; logs
  /// belong to the server alone (ADR 0010). Throws `server.no_argon2`, `account.moved` and `account.not_migrated`.
  func accountService(
    on thread: SQLiteDatabase.Thread = .callers,
    backups: BackupDestination? = nil,
    webhooks: Webhooks? = nil
  ) async throws -> AccountService {
    if let server = try postgres() { return try await accountService(in: server) }
    try directory.requireAccountsHere()
    let (accounts, folders) = try await accountFiles(on: thread, backups: backups)
    var webhooks = webhooks
    if webhooks == nil { webhooks = try await existingWebhooks() }
    return AccountService(
      accounts,
      logs: folders,
      passwords: try PasswordThread(),
      webhooks: webhooks
    )
  }

  /// Opens the accounts of the data directory and the provider of their log files.
  func accountFiles(
    on thread: SQLiteDatabase.Thread = .callers,
    backups: BackupDestination? = nil
  ) async throws -> (Accounts, AccountFolders) {
    try DataDirectory.make(directory.path)
    umask(0o077)
    let folders = AccountFolders(
      directory: directory,
      environment: environment,
      backups: try backups ?? BackupDestination(self)
    )
    try folders.sweep()
    return try await translated {
      let database = try await SQLiteDatabase.open(path: directory.accountsFile, on: thread)
      return (try await Accounts.open(database, environment: environment), folders)
    }
  }
}
