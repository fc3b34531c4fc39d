import Cairn
import CairnSQLite
import Glibc

extension DataDirectory {
  /// Runs the closure while no migration can move the accounts of this directory.
  ///
  /// Servers share the lock; a migration holds it exclusively (`alone`), so that no session is written to files that
  /// were already moved. On a file system that cannot lock directories there is no protection. Throws
  /// `account.in_use`, `storage.no_directory`, and what `body` throws.
  func withAccountsLock<Result>(
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
      "The accounts in \(path.visible) are in use by another server or migration.",
      hint: "Stop it or wait until it ends, and run this again."
    )
  }
}
