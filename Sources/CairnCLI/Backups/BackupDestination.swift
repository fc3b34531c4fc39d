import Cairn
import CairnAccounts
import CairnSQLite
import CairnStore

/// The destination of a server's automatic backups.
struct BackupDestination: Sendable {
  private let defaultPath: String
  private let root: String
  /// Whether automatic backups are enabled.
  let isOn: Bool

  /// Parses the setting: a folder, `on` for the data directory's own, or `off`.
  init(_ setting: String, in directory: DataDirectory) {
    defaultPath = directory.backups
    (root, isOn) = (["on", "off"].contains(setting) ? defaultPath : setting, setting != "off")
  }

  /// Reads the setting from the environment, for commands beside the server.
  init(_ context: CommandContext) throws(CairnError) {
    let settings = ServerSettings(nil, variable: context.variable)
    self.init(try settings.found(.backups).value, in: context.directory)
  }

  /// The backups of a single-user log.
  var own: BackupFolder { BackupFolder(path: root) }

  /// The backups of the accounts.
  var accounts: BackupFolder { BackupFolder(path: root + "/accounts") }

  /// Returns the backups of an account's log.
  func folder(of id: Identifier<Account>) -> BackupFolder { folder(named: id.record.text) }

  private func folder(named name: String) -> BackupFolder {
    BackupFolder(path: "\(root)/logs/\(name)")
  }

  /// Returns all folders that may contain backups of an account's log.
  func folders(of id: Identifier<Account>) -> [BackupFolder] {
    let before = BackupFolder(path: "\(defaultPath)/logs/\(id.record.text)")
    return root == defaultPath ? [before] : [before, folder(of: id)]
  }

  fileprivate static let accountsName = "accounts"

  /// Returns the time of the latest backup of a subject.
  fileprivate func latest(_ name: String) async -> Instant? {
    let folder =
      switch name {
      case BackupScheduler.ownName: own
      case Self.accountsName: accounts
      default: folder(named: name)
      }
    return await BlockingWork.run { folder.latest }
  }
}

extension CommandContext {
  /// Returns the scheduler for the log of this data directory; nil if backups are off.
  func ownBackupScheduler(_ destination: BackupDestination) -> BackupScheduler? {
    scheduler(destination) { [directory, now = environment.now] in
      [
        BackupSubject(BackupScheduler.ownName) {
          try await destination.own.copy(directory.open(on: .own), at: now())
        }
      ]
    }
  }

  /// Returns the scheduler for the accounts and their logs; nil if backups are off.
  func accountBackupScheduler(_ destination: BackupDestination, _ accountService: AccountService)
    -> BackupScheduler?
  {
    scheduler(destination) { [file = directory.accountsFile, now = environment.now] in
      let accounts = BackupSubject(BackupDestination.accountsName) {
        try await translated {
          let database = try await SQLiteDatabase.open(path: file)
          return try await destination.accounts.copy(database, at: now(), by: Accounts.digest)
        }
      }
      return [accounts] + (try await accountService.backupSubjects())
    }
  }

  private func scheduler(
    _ destination: BackupDestination,
    _ subjects: @escaping @Sendable () async throws -> [BackupSubject]
  ) -> BackupScheduler? {
    guard destination.isOn else { return nil }
    return BackupScheduler(now: environment.now, latest: destination.latest, subjects: subjects)
  }
}

extension BackupScheduler {
  /// Runs until it is cancelled, starting after one minute.
  nonisolated func runInBackground(_ report: @escaping ErrorReport) -> Task<Void, Never> {
    Task {
      var wait = Duration.seconds(60)
      while (try? await Task.sleep(for: wait)) != nil {
        await round(report)
        wait = .seconds(600)
      }
    }
  }
}
