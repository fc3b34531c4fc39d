import Cairn
import CairnStore
import Glibc

extension DataDirectory {
  /// Where it is said that the accounts of this directory lie in a database now.
  private var movedFile: String { path + "/accounts.moved" }

  /// Notes that all accounts were moved to a database; throws `storage.cannot_write`.
  func noteMoved(at now: Instant) throws(CairnError) {
    let line = "`cairn admin migrate` moved these accounts to a database at \(now.text).\n"
    try Files.write(Array(line.utf8), to: movedFile)
  }

  /// Notes that accounts lie in a database from now on, where the directory has none.
  ///
  /// One that is made here by whoever was not told of the database would be known to nobody. Throws
  /// `storage.cannot_write`.
  func noteElsewhere(at now: Instant) throws(CairnError) {
    guard access(accountsFile, F_OK) != 0, access(movedFile, F_OK) != 0 else { return }
    let line = "The accounts lie in a database since \(now.text).\n"
    try Files.write(Array(line.utf8), to: movedFile)
  }

  /// Has the accounts of this directory served again, which were moved back; throws `storage.cannot_write`.
  func noteMovedBack() throws(CairnError) {
    guard unlink(movedFile) == 0 || errno == ENOENT else { throw Files.cannotWrite(movedFile) }
  }

  /// Refuses accounts that lie in a database now: what was logged here since would be missing there.
  ///
  /// Throws `account.moved`.
  func requireAccountsHere() throws(CairnError) {
    guard access(movedFile, F_OK) == 0 else { return }
    throw CairnError(
      "account.moved",
      "The accounts of the directory \(path.visible) lie in a database.",
      hint: "Name it with CAIRN_DATABASE, as for the server. To go on with files, as they were "
        + "before or anew, remove accounts.moved there."
    )
  }
}

extension Accounts {
  /// Refuses a database without accounts beside files that have some and were never moved to one: people
  /// would begin again with nothing.
  ///
  /// Throws `account.not_moved`.
  func requireMoved(from files: () async throws -> Accounts?) async throws {
    guard try await all().isEmpty, let left = try await files()?.all().count, left > 0 else {
      return
    }
    throw CairnError(
      "account.not_moved",
      "The database has no accounts, and the data directory has \(left).",
      hint: "Move them with `cairn admin migrate --from sqlite --to ADDRESS`, or name another "
        + "directory with CAIRN_DATA_DIR."
    )
  }
}
