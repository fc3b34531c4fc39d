import Cairn
import CairnAccounts

extension AccountLogSize {
  /// Reads the copy of a log; throws `account.log_too_large`, and the errors of reading a file.
  static func bytes(of path: String) throws -> [UInt8] {
    do {
      return try ImportFile(path) { _ in maximumBytes }.bytes()
    } catch let error as CairnError where error.code == "input.too_large" {
      throw CairnError(
        "account.log_too_large",
        "The log is larger than \(maximumBytes >> 20) MiB.",
        hint: """
          Ask the server's operator to back it up: stop the server, and use `cairn backup` with \
          --data-dir and the folder of the account. For PostgreSQL use its own backups.
          """
      )
    }
  }
}
