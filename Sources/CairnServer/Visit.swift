import Cairn
import CairnHTTP
import CairnStore

/// One request on its way to its answer, about the log of the person who asks.
struct Visit: Asked {
  var knock: Knock
  /// Who asks; nil where a log is served to its own machine.
  let holder: Holder?
  let lease: LogLease
  /// The log, or what it is like for as long as ``snapshot(_:)`` runs.
  private(set) var log: Log
  /// The rules of the zone the person's days are counted in.
  let zone: ZoneRules

  init(_ knock: Knock, _ holder: Holder?, _ lease: LogLease) {
    (self.knock, self.holder, self.lease) = (knock, holder, lease)
    log = lease.log
    zone = Self.zone(knock.server, holder)
  }

  /// Answers from one state of the log, writing nothing and asking nothing else.
  func snapshot<Result: Sendable>(
    _ body: @Sendable (Visit) async throws -> Result
  ) async throws -> Result {
    try await log.snapshot(on: occasion) { log in
      var visit = self
      visit.log = log
      return try await body(visit)
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

  private static func zone(_ server: Server, _ holder: Holder?) -> ZoneRules {
    guard let holder, case .household(let household) = server.house else {
      return server.world.ownZone?.rules() ?? server.world.zone
    }
    return household.accounts.environment.zone(holder.account.zone) ?? server.world.zone
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
