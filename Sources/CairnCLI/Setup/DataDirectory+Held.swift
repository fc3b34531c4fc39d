import Cairn
import CairnSQLite
import Glibc

extension DataDirectory {
  /// Does something with the accounts of this directory that no move of them may come between.
  ///
  /// Servers hold them together, a move holds them `alone`, so no session is logged in files that were moved
  /// already. Where a file system cannot lock a folder, nobody is kept away. Throws `account.in_use`,
  /// `storage.no_directory`, and what `body` throws.
  func holdingAccounts<Result>(
    alone: Bool = false,
    _ body: () async throws -> Result
  ) async throws -> Result {
    try Self.make(path + "/accounts")
    let folder = LockedDirectory(path + "/accounts")
    defer { withExtendedLifetime(folder) {} }
    let isHeld = folder.lock((alone ? LOCK_EX : LOCK_SH) | LOCK_NB)
    guard isHeld || errno != EWOULDBLOCK else { throw isInUse }
    return try await body()
  }

  private var isInUse: CairnError {
    CairnError(
      "account.in_use",
      "The accounts of the directory \(path.visible) are served, or being moved, by another program.",
      hint: "Stop that one, or wait until it has ended, and run this again."
    )
  }
}
