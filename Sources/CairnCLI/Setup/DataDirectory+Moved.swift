import Cairn
import CairnAccounts
import Glibc

extension DataDirectory {
  /// The file that marks the accounts as moved to a database.
  private var movedFile: String { path + "/accounts.moved" }

  /// Marks all accounts as moved to a database; throws `storage.cannot_write`.
  func markMoved(at now: Instant) throws(CairnError) {
    let line = "`cairn admin migrate` moved these accounts to a database at \(now.text).\n"
    try Files.write(Array(line.utf8), to: movedFile)
  }

  /// Marks a directory without accounts as unused, because the accounts are stored in a database.
  ///
  /// It prevents a command without the database setting from creating an account here. Throws
  /// `storage.cannot_write`.
  func markAccountsElsewhere(at now: Instant) throws(CairnError) {
    guard access(accountsFile, F_OK) != 0, access(movedFile, F_OK) != 0 else { return }
    let line = "The accounts have been in a database since \(now.text).\n"
    try Files.write(Array(line.utf8), to: movedFile)
  }

  /// Removes the mark after the accounts were moved back; throws `storage.cannot_write`.
  func unmarkMoved() throws(CairnError) {
    guard unlink(movedFile) == 0 || errno == ENOENT else { throw Files.cannotWrite(movedFile) }
  }

  /// Refuses accounts that were moved to a database, which would miss sessions logged here.
  ///
  /// Throws `account.moved`.
  func requireAccountsHere() throws(CairnError) {
    guard access(movedFile, F_OK) == 0 else { return }
    throw CairnError(
      "account.moved",
      "The accounts of \(path.visible) are stored in a database.",
      hint: "Set CAIRN_DATABASE, as for the server. To use the files again, as they were "
        + "before the move or empty, delete accounts.moved there."
    )
  }
}

extension Accounts {
  /// Refuses a database without accounts if the files contain accounts that were never migrated.
  ///
  /// Otherwise people would start with empty logs. Throws `account.not_migrated`.
  func requireMoved(from files: () async throws -> Accounts?) async throws {
    guard try await all().isEmpty, let left = try await files()?.all().count, left > 0 else {
      return
    }
    throw CairnError(
      "account.not_migrated",
      "The database has no accounts, and the data directory has \(left).",
      hint: "Move them with `cairn admin migrate --from sqlite --to URL`, or set another "
        + "directory with CAIRN_DATA_DIR."
    )
  }
}
