import Cairn
import CairnHTTP
import CairnStore

/// One request on its way to its answer: who asks, and for what.
struct Visit: Sendable {
  let server: Server
  let request: HTTPRequest
  let target: HTTPTarget
  let captures: [String: String]

  var log: Log { server.log }
  var zone: ZoneRules { server.world.zone }
  var now: Instant { server.world.now() }

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

extension Visit {
  /// Refuses any query parameter but those named; throws `request.field`.
  func allowQuery(_ names: Set<String>) throws(CairnError) {
    if let stray = target.query.names.subtracting(names).min() {
      throw .field(stray, "is not known here")
    }
  }

  /// A query parameter as a whole number; throws `request.field`.
  func number(_ name: String, in range: ClosedRange<Int>) throws(CairnError) -> Int? {
    guard let text = target.query[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .field(name, "takes a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
