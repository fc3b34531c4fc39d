import Cairn
import CairnHTTP
import CairnStore

extension AuthenticatedContext {
  /// Refuses a write to a log that has all the room the server keeps for one account.
  ///
  /// Long requests are refused at the quota, short ones 5 % beyond it: a session that runs can be ended, and
  /// mistakes can be undone. Throws `account.full`.
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
