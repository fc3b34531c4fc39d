import Cairn
import CairnHTML
import CairnHTTP
import CairnStore
import CairnTestKit
import Foundation

@testable import CairnServer
import CairnReports
import CairnPages

/// The forms of the web app, as a browser submits them.
final class FormInterface: ScratchInterface {
  private let server: LocalServer
  var scratch: ScratchLog { server.scratch }
  /// The number of submitted forms, for their idempotency keys.
  private var count = 0

  init(server: LocalServer) { self.server = server }

  func carryOut(_ wish: Wish) async throws -> Outcome {
    switch wish {
    case .read(let title): try await submit("/start", ["title": title])
    case .climb(let discipline, let place, let note):
      try await submit(
        "/climbing/start",
        ["discipline": discipline, "place": place, "note": note]
      )
    case .listen(let title): try await submit("/listening/start", ["title": title])
    case .pause(let kind): try await submit("pause", in: kind)
    case .resume(let kind): try await submit("resume", in: kind)
    case .discard(let kind): try await submit("discard", in: kind)
    case .stop(let kind, let page, let note):
      try await submit(
        [Reading.kind: "stop", Climbing.kind: "end", Listening.kind: "heard"][kind] ?? "",
        in: kind,
        ["page": page.map(String.init), "note": note, "allow_short": "yes"]
      )
    case .position(let page): try await set(page)
    case .addClimb(let name, let grade, let isSent):
      try await submit(
        "climbs",
        in: Climbing.kind,
        ["name": name, "grade": grade, "outcome": isSent ? "sent" : nil]
      )
    case .attempt(let result): try await attempt(result)
    }
  }

  private func set(_ page: Int64) async throws -> Outcome {
    guard let book = try await open(Reading.kind)?.entry else { return .done }
    return try await submit("/books/\(book.record.text)/place", ["page": "\(page)"])
  }

  private func attempt(_ result: AttemptResult) async throws -> Outcome {
    guard let session = try await open(Climbing.kind),
      let climb = try await log.climbs(of: session.id).last
    else { return .done }
    return try await submit("\(climb.path)/attempts", ["result": result.name])
  }

  private func submit(
    _ act: String,
    in kind: SessionKind,
    _ fields: [String: String?] = [:]
  ) async throws -> Outcome {
    guard let session = try await open(kind) else { return .done }
    return try await submit("\(session.path)/\(act)", fields)
  }

  private func submit(_ path: String, _ fields: [String: String?]) async throws -> Outcome {
    count += 1
    let pairs = fields.compactMapValues(\.self).merging(["key": "k\(count)"]) { $1 }
    let form = pairs.map { "\($0)=\(PercentCoding.encoded($1))" }.joined(separator: "&")
    let answer = await server.submit(path, form)
    guard answer.status != .seeOther else { return .done }
    let alert = String(decoding: answer.body, as: UTF8.self).firstMatch(
      of: /role="alert">(.*?)<\/p>/
    ).map { String($0.1) }
    return .shown(alert?.replacing("&quot;", with: "\"") ?? "\(answer.status)")
  }
}
