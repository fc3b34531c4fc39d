import Cairn
import CairnSQLite
import CairnServer
import CairnStore

/// Where a server keeps the copies that it makes by itself.
struct BackupDestination: Sendable {
  private let usual: String
  private let root: String
  /// Whether copies are made.
  let isOn: Bool

  /// Takes a folder; `on` is that of the data directory, `off` none.
  init(_ setting: String, in directory: DataDirectory) {
    usual = directory.backups
    (root, isOn) = (["on", "off"].contains(setting) ? usual : setting, setting != "off")
  }

  /// The one that a variable sets, for commands beside the server.
  init(_ context: CommandContext) throws(CairnError) {
    let settings = ServerSettings(nil, variable: context.variable)
    self.init(try settings.found(.backups).value, in: context.directory)
  }

  /// Copies of the log that is served to its own machine.
  var own: BackupFolder { BackupFolder(path: root) }

  /// Copies of the accounts.
  var accounts: BackupFolder { BackupFolder(path: root + "/accounts") }

  /// Copies of the log of an account.
  func folder(of id: Identifier<Account>) -> BackupFolder { folder(named: id.record.text) }

  private func folder(named name: String) -> BackupFolder {
    BackupFolder(path: "\(root)/logs/\(name)")
  }

  /// Everywhere where copies of the log of an account may be.
  func folders(of id: Identifier<Account>) -> [BackupFolder] {
    let before = BackupFolder(path: "\(usual)/logs/\(id.record.text)")
    return root == usual ? [before] : [before, folder(of: id)]
  }

  fileprivate static let accountsName = "accounts"

  /// When the latest copy of a subject was made.
  fileprivate func latest(_ name: String) async -> Instant? {
    let folder =
      switch name {
      case BackupScheduler.ownName: own
      case Self.accountsName: accounts
      default: folder(named: name)
      }
    return await Waiting.run { folder.latest }
  }
}

extension CommandContext {
  /// The rounds that copy the log of this data directory; nil where they are off.
  func ownRounds(_ place: BackupDestination) -> BackupScheduler? {
    rounds(place) { [directory, now = environment.now] in
      [
        BackupSubject(BackupScheduler.ownName) {
          try await place.own.copy(directory.open(on: .own), at: now())
        }
      ]
    }
  }

  /// The rounds that copy the accounts and the log of each; nil where they are off.
  func householdRounds(_ place: BackupDestination, _ accountService: AccountService) -> BackupScheduler? {
    rounds(place) { [file = directory.accountsFile, now = environment.now] in
      let accounts = BackupSubject(BackupDestination.accountsName) {
        try await translated {
          let database = try await SQLiteDatabase.open(path: file)
          return try await place.accounts.copy(database, at: now(), by: Accounts.mark)
        }
      }
      return [accounts] + (try await accountService.backupSubjects())
    }
  }

  private func rounds(
    _ place: BackupDestination,
    _ subjects: @escaping @Sendable () async throws -> [BackupSubject]
  ) -> BackupScheduler? {
    guard place.isOn else { return nil }
    return BackupScheduler(now: environment.now, latest: place.latest, subjects: subjects)
  }
}

extension BackupScheduler {
  /// Goes its rounds until it is cancelled, the first one after a minute.
  nonisolated func keepGoing(_ logger: Logger) -> Task<Void, Never> {
    Task {
      var wait = Duration.seconds(60)
      while (try? await Task.sleep(for: wait)) != nil {
        await round(logger)
        wait = .seconds(600)
      }
    }
  }
}
