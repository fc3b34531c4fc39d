package import Cairn
package import CairnAccounts
package import CairnExchange
package import CairnHTTP
package import CairnStore

/// A request of another program, as the server hands it to an endpoint of this module.
package protocol ConnectedRequest: Sendable {
  /// The request.
  var request: HTTPRequest { get }
  /// The parsed target.
  var target: HTTPTarget { get }
  /// The values of the placeholders in the route's pattern, by name.
  var captures: [String: String] { get }
  /// The current time.
  var now: Instant { get }
  /// The path prefix of the server.
  var base: BasePath { get }

  /// Returns the account service; throws `account.single_user` in single-user mode.
  func accountService() throws(CairnError) -> AccountService
}

/// A request without authentication.
package protocol UnauthenticatedRequest: ConnectedRequest {
  /// Whether the server has accounts.
  var hasAccounts: Bool { get }
  /// Whether anyone may create an account.
  var isSignUpOpen: Bool { get }
  /// The IANA time zone of new accounts.
  var standardZone: String { get }
  /// The network of the client, for rate limits.
  var clientAddress: ClientAddress { get }
  /// The bearer token; nil without one.
  var bearer: String? { get }
  /// The secret of the browser's cookie; nil without one.
  var cookie: String? { get }

  /// Returns the person whose token or cookie the request has; nil for any other.
  func identity() async throws -> Identity?

  /// Signs a person in with a password, within the rate limits.
  ///
  /// Throws `account.wrong_password`, `account.busy` and ``RateLimitExceeded``.
  func signIn(name: String, password: String) async throws -> SignedIn

  /// Returns the account of a name and password, within the rate limits; throws as ``signIn(name:password:)``.
  func verified(name: String, password: String) async throws -> Account

  /// Signs in the person of a new account.
  func signIn(_ account: Account) async throws -> SignedIn

  /// Deletes the cookie of the browser's credential.
  func clearCredential(on response: inout HTTPResponse)
}

/// The result of a sign-in.
package struct SignedIn: Sendable {
  /// The person's account.
  let account: Account
  /// The credential of the browser.
  let credential: Identifier<Credential>
  /// The values of the `Set-Cookie` fields.
  let cookies: [String]

  /// Creates the result.
  package init(_ account: Account, _ credential: Identifier<Credential>, cookies: [String]) {
    (self.account, self.credential, self.cookies) = (account, credential, cookies)
  }
}

/// An authenticated request, with the log of the person who sent it.
package protocol AuthenticatedRequest: ConnectedRequest {
  /// The log.
  var log: Log { get }
  /// The rules of the person's time zone.
  var zone: ZoneRules { get }
  /// The person's account and credential; nil in single-user mode.
  var identity: Identity? { get }

  /// Returns the idempotency key of the request, or nil; throws `request.field` if it is malformed.
  func key() throws(CairnError) -> RequestKey?

  /// Returns the text of the idempotency key, or nil; throws `request.field` if it is malformed.
  func keyName() throws(CairnError) -> String?

  /// Runs a write and returns its JSON; a repeated idempotency key returns the first response.
  func write(
    _ status: HTTPStatus,
    _ body: @escaping @Sendable (LogWriter) throws -> JSON
  ) async throws -> HTTPResponse

  /// Acquires one of the person's permits; throws ``RateLimitExceeded`` if none is free.
  func permit(_ name: String, of count: Int, or error: CairnError) async throws -> ConcurrencyPermit

  /// Throws `account.full` for a file if the log, `waiting` bytes and the file exceed the account's quota.
  func requireQuota(of file: [UInt8], besides waiting: Int64) async throws

  /// Parses the database of KOReader's statistics; throws `input.koreader` for another file.
  func statistics(in bytes: [UInt8]) async throws -> KOReaderStatistics

  /// Imports statistics idempotently as one history entry; returns the number of new sessions and what was skipped.
  func importStatistics(
    _ statistics: KOReaderStatistics,
    from device: String
  ) async throws -> (added: Int, skipped: [ImportIssue])

  /// Returns the problem that the server reports for an error.
  func problem(_ error: any Error) -> Problem

  /// Closes the person's account and forgets their uploads; throws `account.single_user`.
  func closeAccount() async throws

  /// Deletes all cookies of the browser.
  func clearCookies(on response: inout HTTPResponse)
}
