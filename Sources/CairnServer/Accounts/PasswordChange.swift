import Cairn
import CairnAccounts

/// A request to change the password, from the page or the API.
struct PasswordChange: Sendable {
  let current: String
  let new: String

  /// Sets the password and revokes every other credential of the account.
  ///
  /// Throws `account.wrong_password`, `account.weak_password`, `account.busy` and ``RateLimitExceeded``.
  func run(_ context: AuthenticatedContext) async throws {
    try await context.confirm(password: current)
    let (accountService, credential) = (
      try context.accountService(), context.identity?.credential.id
    )
    try await accountService.setPassword(new, of: context.account(), keeping: credential)
  }
}

extension AuthenticatedContext {
  /// Verifies the password again, because someone else may be using the person's browser.
  ///
  /// Throws `account.wrong_password`, `account.busy` and ``RateLimitExceeded``.
  func confirm(password: String) async throws {
    let (accountService, account) = (try accountService(), try account())
    let keys = [AccountLimits.Key(.confirmation, account.id.record.text)]
    try accountService.limits.consume(keys, at: now, or: .tooManyTries)
    let hash = try await accountService.accounts.hash(of: account.id).map { PasswordHash(text: $0) }
    guard try await accountService.passwords.check(password, against: hash, of: .known) else {
      throw CairnError(
        "account.wrong_password",
        "The password is wrong.",
        hint: "Nothing was changed. Enter your current password."
      )
    }
    accountService.limits.refund(keys, at: now)
  }
}
