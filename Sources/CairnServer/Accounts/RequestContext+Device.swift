import Cairn
import CairnAccounts
import CairnConnect
import CairnHTTP

extension RequestContext {
  /// Returns the identity by the name and the password that a device sends; nil if they are wrong.
  ///
  /// Throws ``RateLimitExceeded`` after too many wrong passwords, which do not count as those of people: a device
  /// sends a revoked password again automatically. A right one is always accepted, so that nobody can keep a device
  /// out (spec/security.md M6).
  func device(_ accounts: Accounts) async throws -> Identity? {
    guard let login = DeviceLogin(request) else { return nil }
    if let found = try await accounts.identity(ofDevice: login.secret), login.isName(of: found) {
      return found
    }
    let key = AccountLimits.Key(.connection, clientAddress.site ?? clientAddress.text)
    try accountService().limits.consume([key], at: now, or: .tooManyTries)
    return nil
  }
}

extension DeviceLogin {
  /// Whether the name is that of the account; case does not count, as everywhere.
  fileprivate func isName(of identity: Identity) -> Bool {
    folded(name) == folded(identity.account.name)
  }
}
