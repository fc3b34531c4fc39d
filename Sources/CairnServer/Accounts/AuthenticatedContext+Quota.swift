import Cairn
import CairnAccounts
import CairnHTTP

extension AuthenticatedContext {
  /// Throws `account.full` for a write to a log that has reached its quota.
  ///
  /// Requests with a body over 8 KiB fail at the quota, others 5 % above it, so people can still stop a session or
  /// undo a mistake.
  func requireQuota() async throws {
    guard let quota = server.dependencies.accountQuota, let backing = lease.backing else { return }
    let isShort = request.body.count <= 8_192
    let bytes = try await backing.diskBytes(measuring: !isShort)
    guard bytes >= quota + (isShort ? quota / 20 : 0) else { return }
    throw Self.full("Your log", bytes, quota)
  }

  /// Throws `account.full` for a file that would be larger than the quota once it is the log.
  func requireQuota(of file: [UInt8]) throws(CairnError) {
    let bytes = Int64(file.count)
    guard let quota = server.dependencies.accountQuota, bytes > quota else { return }
    throw Self.full("The file", bytes, quota)
  }

  /// Throws `account.full` for an upload if the log, the files that wait to be imported and this one exceed the quota.
  func requireQuota(of file: [UInt8], besides waiting: Int64) async throws {
    guard let quota = server.dependencies.accountQuota, let backing = lease.backing else { return }
    let bytes = try await backing.diskBytes(measuring: false) + waiting + Int64(file.count)
    guard bytes > quota else { return }
    throw Self.full("Your log with the files to import", bytes, quota)
  }

  private static func full(_ what: String, _ bytes: Int64, _ quota: Int64) -> CairnError {
    CairnError(
      "account.full",
      "\(what) has \(bytes / 1_000_000) MB; the limit is \(quota / 1_000_000) MB per account.",
      hint:
        "Nothing was changed. Ask the server’s operator for a higher limit, or download your log "
        + "under Account."
    )
  }
}
