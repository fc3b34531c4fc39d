import Cairn
import CairnAccounts
import CairnConnect
import CairnHTTP

extension RequestContext {
  /// Returns the identity by the name and the password that a device sends; nil if they are wrong.
  ///
  /// Throws ``RateLimitExceeded`` after too many wrong passwords. A right one is always accepted, so that nobody can
  /// keep a device out (spec/security.md M6).
  func device(_ accounts: Accounts) async throws -> Identity? {
    guard let login = DeviceLogin(request) else { return nil }
    if let found = try await accounts.identity(ofDevice: login.secret), login.isName(of: found) {
      return found
    }
    let site = clientAddress.site.map { [AccountLimits.Key(.site, $0)] } ?? []
    let keys = [AccountLimits.Key(.address, clientAddress.text)] + site
    try accountService().limits.consume(keys, at: now, or: .tooManyTries)
    return nil
  }
}

extension DeviceLogin {
  /// Whether the name is that of the account; case does not count, as everywhere.
  fileprivate func isName(of identity: Identity) -> Bool {
    folded(name) == folded(identity.account.name)
  }
}
