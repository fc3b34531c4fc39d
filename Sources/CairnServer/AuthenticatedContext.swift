import Cairn
import CairnHTTP
import CairnStore

/// One request on its way to its answer, about the log of the person who asks.
struct AuthenticatedContext: RequestScoped {
  var requestContext: RequestContext
  /// Who asks; nil where a log is served to its own machine.
  let identity: Identity?
  let lease: LogLease
  /// The log, or what it is like for as long as ``snapshot(_:)`` runs.
  private(set) var log: Log
  /// The rules of the zone the person's days are counted in.
  let zone: ZoneRules

  init(_ context: RequestContext, _ identity: Identity?, _ lease: LogLease) {
    (self.requestContext, self.identity, self.lease) = (context, identity, lease)
    log = lease.log
    zone = Self.zone(context.server, identity)
  }

  /// Answers from one state of the log, writing nothing and asking nothing else.
  func snapshot<Result: Sendable>(
    _ body: @Sendable (AuthenticatedContext) async throws -> Result
  ) async throws -> Result {
    try await log.snapshot(on: occasion) { log in
      var context = self
      context.log = log
      return try await body(context)
    }
  }

  /// What tells what is going to be read: the address, but for the ids in it, whose days are meant, and whether
  /// the browser may have the answer already.
  private var occasion: String? {
    let asked = target.query
    let path = target.segments.map { captures.values.contains($0) ? "*" : $0 }
    let query = asked.names.sorted().map { $0 == "done" ? $0 : "\($0)=\(asked[$0] ?? "")" }
    let isKnown = request.fields["if-none-match"] != nil
    let name = (path + ["?"] + query + [zone.name, "\(isKnown)"]).joined(separator: "/")
    return name.utf8.count < 300 ? name : nil
  }

  private static func zone(_ server: Server, _ identity: Identity?) -> ZoneRules {
    guard let identity, case .multiUser(let accountService) = server.tenancy else {
      return server.dependencies.ownZone?.rules() ?? server.dependencies.zone
    }
    return accountService.accounts.environment.zone(identity.account.zone) ?? server.dependencies.zone
  }

  /// Today under the person's day edge.
  func today() async throws -> LocalDay {
    zone.day(at: now, dayStartHour: try await log.dayStartHour())
  }

  /// The id of the session that the path names; throws `session.not_found` for what is no id.
  func sessionID() throws(CairnError) -> SessionID {
    let name = captures["id"] ?? ""
    guard let id = RecordID(text: name) else {
      throw .noSession(name)
    }
    return SessionID(id)
  }
}
