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
    let (used, limit) = (bytes / 1_000_000, quota / 1_000_000)
    throw CairnError(
      "account.full",
      "Your log has \(used) MB; the limit is \(limit) MB per account.",
      hint:
        "Nothing was changed. Ask the server’s operator for a higher limit, or download your log "
        + "under Account."
    )
  }
}
