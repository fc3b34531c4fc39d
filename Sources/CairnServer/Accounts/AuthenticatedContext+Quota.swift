import Cairn
import CairnHTTP
import CairnStore

extension AuthenticatedContext {
  /// Throws `account.full` for a write to a log that has reached its quota.
  ///
  /// Requests with a body over 8 KiB fail at the quota, others 5 % above it, so people can still stop a session or
  /// undo a mistake.
  func requireRoom() throws(CairnError) {
    guard let quota = server.dependencies.accountQuota, let bytes = lease.kept?.diskBytes else { return }
    let isShort = request.body.count <= 8_192
    guard bytes >= quota + (isShort ? quota / 20 : 0) else { return }
    let (own, most) = (bytes / 1_000_000, quota / 1_000_000)
    throw CairnError(
      "account.full",
      "Your log has \(own) MB, and this server keeps \(most) MB for one account.",
      hint:
        "Nothing was changed. Ask the person who runs the server for more room, or download your log "
        + "on the page Account."
    )
  }
}
