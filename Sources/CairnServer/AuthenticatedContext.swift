import Cairn
import CairnAccounts
import CairnActions
import CairnHTML
import CairnHTTP
import CairnStore

/// The context of an authenticated request, with the log of the person who sent it.
struct AuthenticatedContext: RequestScoped {
  var requestContext: RequestContext
  /// The authenticated identity; nil in single-user mode.
  let identity: Identity?
  let lease: LogLease
  /// The live log, or a snapshot of it inside the body of ``snapshot(_:)``.
  private(set) var log: Log
  /// The rules of the person's time zone, which decides the day a session counts for.
  let zone: ZoneRules

  init(_ context: RequestContext, _ identity: Identity?, _ lease: LogLease) {
    (self.requestContext, self.identity, self.lease) = (context, identity, lease)
    log = lease.log
    zone = Self.zone(context.server, identity)
  }

  /// Returns a handler of pages that formats times in the person's clock style.
  ///
  /// The API has no clock style: its texts are the same for everybody.
  static func inClockStyle(_ page: @escaping Handler) -> Handler {
    { context in
      try await ClockStyle.$current.withValue(context.log.clockStyle()) { try await page(context) }
    }
  }

  /// Runs a read-only body on one snapshot of the log.
  func snapshot<Result: Sendable>(
    _ body: @Sendable (AuthenticatedContext) async throws -> Result
  ) async throws -> Result {
    try await log.snapshot(on: routeKey) { log in
      var context = self
      context.log = log
      return try await body(context)
    }
  }

  /// The prefetch key: the path without ids, the query, the zone and whether `If-None-Match` was sent.
  private var routeKey: String? {
    let parameters = target.query
    let path = target.segments.map { captures.values.contains($0) ? "*" : $0 }
    let query = parameters.names.sorted().map {
      $0 == "done" ? $0 : "\($0)=\(parameters[$0] ?? "")"
    }
    let isKnown = request.fields["if-none-match"] != nil
    let name = (path + ["?"] + query + [zone.name, "\(isKnown)"]).joined(separator: "/")
    return name.utf8.count < 300 ? name : nil
  }

  private static func zone(_ server: Server, _ identity: Identity?) -> ZoneRules {
    guard let identity, case .multiUser(let accountService) = server.tenancy else {
      return server.dependencies.defaultZone?.rules() ?? server.dependencies.zone
    }
    return accountService.accounts.environment.zone(identity.account.zone)
      ?? server.dependencies.zone
  }

  /// Returns today's date; the person sets the hour at which a day begins.
  func today() async throws -> LocalDay {
    zone.day(at: now, dayStartHour: try await log.dayStartHour())
  }

  /// Returns the session id in the path; throws `session.not_found` for a malformed id.
  func sessionID() throws(CairnError) -> SessionID {
    guard let id = RecordID(text: captures["id"] ?? "") else { throw .noSession(nil) }
    return SessionID(id)
  }
}
