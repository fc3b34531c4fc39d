import Cairn
import CairnSQLite
import CairnServer
import CairnStore

/// Where a server keeps the copies that it makes by itself.
struct BackupPlace: Sendable {
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
  init(_ surroundings: Surroundings) throws(CairnError) {
    let settings = ServerSettings(nil, variable: surroundings.variable)
    self.init(try settings.found(.backups).value, in: surroundings.directory)
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
      case BackupRounds.ownName: own
      case Self.accountsName: accounts
      default: folder(named: name)
      }
    return await Waiting.run { folder.latest }
  }
}

extension Surroundings {
  /// The rounds that copy the log of this data directory; nil where they are off.
  func ownRounds(_ place: BackupPlace) -> BackupRounds? {
    rounds(place) { [directory, now = environment.now] in
      [
        BackupSubject(BackupRounds.ownName) {
          try await place.own.copy(directory.open(on: .own), at: now())
        }
      ]
    }
  }

  /// The rounds that copy the accounts and the log of each; nil where they are off.
  func householdRounds(_ place: BackupPlace, _ household: Household) -> BackupRounds? {
    rounds(place) { [file = directory.accountsFile, now = environment.now] in
      let accounts = BackupSubject(BackupPlace.accountsName) {
        try await translated {
          let database = try await SQLiteDatabase.open(path: file)
          return try await place.accounts.copy(database, at: now(), by: Accounts.mark)
        }
      }
      return [accounts] + (try await household.backupSubjects())
    }
  }

  private func rounds(
    _ place: BackupPlace,
    _ subjects: @escaping @Sendable () async throws -> [BackupSubject]
  ) -> BackupRounds? {
    guard place.isOn else { return nil }
    return BackupRounds(now: environment.now, latest: place.latest, subjects: subjects)
  }
}

extension BackupRounds {
  /// Goes its rounds until it is cancelled, the first one after a minute.
  nonisolated func keepGoing(_ remarks: Remarks) -> Task<Void, Never> {
    Task {
      var wait = Duration.seconds(60)
      while (try? await Task.sleep(for: wait)) != nil {
        await round(remarks)
        wait = .seconds(600)
      }
    }
  }
}
