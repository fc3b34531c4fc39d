import Cairn
import CairnPassword
import CairnStore

/// The wish for another password, from whichever door it came.
struct PasswordChange: Sendable {
  let current: String
  let new: String

  /// Sets it and revokes every other pass of the account.
  ///
  /// Throws `account.wrong_password`, `account.weak_password`, `account.busy` and ``RateLimitExceeded``.
  func run(_ visit: Visit) async throws {
    try await visit.confirm(password: current)
    let (household, pass) = (try visit.household(), visit.holder?.pass.id)
    try await household.setPassword(new, of: visit.account(), keeping: pass)
  }
}

extension Visit {
  /// Makes sure that it is the person who asks, and not someone at their browser.
  ///
  /// Throws `account.wrong_password`, `account.busy` and ``RateLimitExceeded``.
  func confirm(password: String) async throws {
    let (household, account) = (try household(), try account())
    let keys = [AccountLimits.Key(.confirmation, account.id.record.text)]
    try household.limits.consume(keys, at: now, or: .tooManyTries)
    let hash = try await household.accounts.hash(of: account.id).map { PasswordHash(text: $0) }
    guard try await household.passwords.check(password, against: hash, isKnown: true) else {
      throw CairnError(
        "account.wrong_password",
        "The password is wrong.",
        hint: "Nothing was changed. Type the one you sign in with."
      )
    }
    household.limits.refund(keys, at: now)
  }
}
