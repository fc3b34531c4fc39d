import Cairn
import CairnAccounts
import CairnSQLite
import CairnTransfer

extension AccountLogSize {
  /// Opens the copy of a log to be sent; throws `account.log_too_large` and `storage.cannot_write`.
  static func file(_ copy: TemporaryFile) throws(CairnError) -> any ScopedFile {
    let file = try ScopedTemporaryFile(copy, flags: 0)
    guard file.size <= maximumBytes else { throw tooLarge }
    return file
  }

  private static var tooLarge: CairnError {
    CairnError(
      "account.log_too_large",
      "The log is larger than \(maximumBytes >> 20) MiB.",
      hint: """
        Ask the server's operator to back it up: stop the server, and use `cairn backup` with \
        --data-dir and the folder of the account. For PostgreSQL use its own backups.
        """
    )
  }
}
