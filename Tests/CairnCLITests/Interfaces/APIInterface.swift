import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Foundation
import CairnReports

/// The JSON API.
struct APIInterface: ScratchInterface {
  let server: LocalServer
  var scratch: ScratchLog { server.scratch }

  func carryOut(_ wish: Wish) async throws -> Outcome {
    switch wish {
    case .read(let title): try await start("reading", title)
    case .climb(let discipline, let place, let note):
      try await start("climbing", note: note, discipline: discipline, place: place)
    case .listen(let title): try await start("listening", title)
    case .pause(let kind): try await post("pause", to: kind)
    case .resume(let kind): try await post("resume", to: kind)
    case .discard(let kind): try await post("cancel", to: kind)
    case .stop(let kind, let page, let note):
      try await stop(kind, page, note)
    case .position(let page): try await set(page)
    case .addClimb(let name, let grade, let isSent):
      try await post(
        "climbs",
        to: Climbing.kind,
        ["name": name, "grade": grade, "sent": isSent ? true : nil]
      )
    case .attempt(let result): try await attempt(result)
    }
  }

  private func start(
    _ kind: String,
    _ title: String? = nil,
    note: String? = nil,
    discipline: String? = nil,
    place: String? = nil
  ) async throws -> Outcome {
    try await send(
      "/api/v1/sessions",
      ["kind": kind, "title": title, "note": note, "discipline": discipline, "place": place]
    )
  }

  private func stop(
    _ kind: SessionKind,
    _ page: Int64?,
    _ note: String?
  ) async throws -> Outcome {
    try await post("end", to: kind, ["page": page, "note": note])
  }

  private func set(_ page: Int64) async throws -> Outcome {
    guard let open = try await open(Reading.kind), let book = open.entry else { return .done }
    return try await send("/api/v1/books/\(book.record.text)/place", ["page": page])
  }

  private func attempt(_ result: AttemptResult) async throws -> Outcome {
    guard let open = try await open(Climbing.kind),
      let climb = try await log.climbs(of: open.id).last
    else { return .done }
    let path = "/api/v1/climbs/\(climb.climb.id.record.text)/attempts"
    return try await send(path, ["result": result.name])
  }

  private func post(
    _ act: String,
    to kind: SessionKind,
    _ fields: [String: Any?] = [:]
  ) async throws -> Outcome {
    guard let open = try await open(kind) else { return .done }
    return try await send("/api/v1/sessions/\(open.id.record.text)/\(act)", fields)
  }

  private func send(_ path: String, _ fields: [String: Any?]) async throws -> Outcome {
    let known = fields.compactMapValues { $0 }
    let body = try JSONSerialization.data(withJSONObject: known)
    let answer = await server.post(path, String(decoding: body, as: UTF8.self))
    return answer.status.code < 400 ? .done : try Outcome(problem: answer.body)
  }
}

extension Outcome {
  /// Parses the JSON of an error.
  init(problem body: [UInt8]) throws {
    let json = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
    let (code, message) = (json?["code"] as? String, json?["message"] ?? json?["detail"])
    self = .refused(code: code ?? "", message: message as? String ?? "")
  }
}
