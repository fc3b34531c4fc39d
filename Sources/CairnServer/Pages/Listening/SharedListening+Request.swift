import Cairn
import CairnAccounts
import CairnHTML
import CairnHTTP
import CairnReports
import CairnStore

extension SharedListening {
  /// Reads the share of the secret in the path; throws `listening.share_not_found` and ``RateLimitExceeded``.
  init(_ context: RequestContext) async throws {
    let lease = try await context.sharedLog()
    let (log, now) = (lease.log, context.now)
    guard let secret = context.captures["secret"],
      let share = try await log.listeningShare(of: secret, at: now)
    else { throw CairnError.noShare }
    try await self.init(share, log, at: now, zone: try await context.sharedZone())
  }
}

extension RequestContext {
  /// Leases the log of the shared page; throws `listening.share_not_found` and ``RateLimitExceeded``.
  fileprivate func sharedLog() async throws -> LogLease {
    let address = clientAddress.text
    try server.shareLimiter.consume(address, .shared, at: now, or: .tooManyRequests)
    switch server.tenancy {
    case .singleUser(let lease):
      guard captures["owner"] == AuthenticatedContext.ownName else { throw CairnError.noShare }
      return lease
    case .multiUser(let accountService):
      return try await accountService.logs.lease(sharer(accountService).id)
    }
  }

  /// The path of the shared page.
  var sharedPath: String {
    let parts = [captures["owner"] ?? "", captures["secret"] ?? ""].map(PercentCoding.encoded)
    return "/shared/" + parts.joined(separator: "/")
  }

  /// Returns the time zone for the page's days.
  fileprivate func sharedZone() async throws -> ZoneRules {
    guard case .multiUser(let accountService) = server.tenancy else {
      return server.dependencies.defaultZone?.rules() ?? server.dependencies.zone
    }
    let zone = try await sharer(accountService).zone
    return accountService.accounts.environment.zone(zone) ?? server.dependencies.zone
  }

  private func sharer(_ accountService: AccountService) async throws -> Account {
    guard let id = captures["owner"].flatMap({ RecordID(text: $0) }),
      let account = try await accountService.accounts.account(of: Identifier(id)),
      account.closedAt == nil
    else { throw CairnError.noShare }
    return account
  }
}

extension AuthenticatedContext {
  /// The owner's name in the share links of a single-user server.
  static let ownName = "own"

  /// Returns the path of a shared page.
  func sharedPath(_ secret: String) -> String {
    "/shared/\(identity?.account.id.record.text ?? Self.ownName)/\(secret)"
  }
}

extension RateLimit {
  /// The rate limit of shared pages per client address.
  static let shared = RateLimit(burst: 60, interval: .seconds(1))
}

extension CairnError {
  /// The error for an invalid share link.
  static var noShare: CairnError {
    CairnError(
      "listening.share_not_found",
      "This link has expired, was revoked, or does not exist.",
      hint: "Ask the sender for a new one."
    )
  }
}
