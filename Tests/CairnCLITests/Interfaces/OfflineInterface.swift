import Cairn
import CairnStore
import CairnSync
import CairnTestKit
import CairnWeb
import Foundation
import Testing

/// The offline app, which keeps its mutations until ``contents()`` sends them.
final class OfflineInterface: ScratchInterface {
  let scratch: ScratchLog
  private let snapshot: String
  private var lines: [String] = []
  private var dice = SeededGenerator(seed: 5)

  init(_ scratch: ScratchLog) async throws {
    self.scratch = scratch
    let log = scratch.log
    let head = try await log.syncHead()
    let zone = try #require(scratch.environment.zone("Europe/Berlin"))
    let (node, now) = (log.context.node, scratch.clock.now)
    let records = try await log.offlineSnapshot(today: zone.day(at: now), confirm: [])
    let bytes = records.encode(head, node: node, at: now, zones: [zone])
    snapshot = String(decoding: bytes, as: UTF8.self)
  }

  func carryOut(_ wish: Wish) async throws -> Outcome {
    switch wish {
    case .read(let title): try act("read", ["title": title])
    case .climb(let discipline, let place, let note):
      try act("climb", ["discipline": discipline, "place": place, "note": note])
    case .listen(let title): try act("listen", ["title": title])
    case .pause(let kind): try act("pause", in: kind)
    case .resume(let kind): try act("resume", in: kind)
    case .discard(let kind): try act("discard", in: kind)
    case .stop(let kind, let page, let note):
      try act(
        "stop",
        in: kind,
        ["page": page.map { "\($0)" }, "note": note, "allow_short": "yes"]
      )
    case .position(let page): try set(page)
    case .addClimb(let name, let grade, let isSent):
      try act(
        "add-climb",
        in: Climbing.kind,
        ["name": name, "grade": grade, "outcome": isSent ? "sent" : nil]
      )
    case .attempt(let result): try attempt(result)
    }
  }

  func contents() async throws -> [String] {
    let head = try await log.syncHead()
    let body = """
      {"proto":2,"epoch":"\(head.epoch.text)","mutations":[\(lines.joined(separator: ","))]}
      """
    _ = try await log.applyPush(SyncPush(Array(body.utf8)))
    return try await log.withoutIDs()
  }

  private func set(_ page: Int64) throws -> Outcome {
    guard try running(Reading.kind) != nil else { return .done }
    let books = try view()["books"] as? [[String: Any]] ?? []
    return try act("place", ["book": books.first?["id"] as? String, "page": "\(page)"])
  }

  private func attempt(_ result: AttemptResult) throws -> Outcome {
    let climbs = try running(Climbing.kind)?["climbs"] as? [[String: Any]]
    guard let climb = climbs?.last else { return .done }
    return try act("attempt", ["climb": climb["id"] as? String, "result": result.name])
  }

  private func act(
    _ name: String,
    in kind: SessionKind,
    _ fields: [String: Any?] = [:]
  ) throws -> Outcome {
    guard let session = try running(kind)?["id"] as? String else { return .done }
    return try act(name, fields.merging(["session": session]) { $1 })
  }

  private func running(_ kind: SessionKind) throws -> [String: Any]? {
    let running = try view()["running"] as? [[String: Any]] ?? []
    return running.first { $0["kind"] as? String == kind.name }
  }

  private func view() throws -> [String: Any] {
    try Self.object(ask("null", Offline.view))
  }

  private func act(_ name: String, _ fields: [String: Any?]) throws -> Outcome {
    var known = fields.compactMapValues { $0 }
    known["do"] = name
    let question = try JSONSerialization.data(withJSONObject: known)
    let answer = ask(String(decoding: question, as: UTF8.self), Offline.act)
    if let error = try Self.object(answer)["error"] as? [String: Any] {
      let (code, message) = (error["code"] as? String, error["message"] as? String)
      return .refused(code: code ?? "", message: message ?? "")
    }
    if let start = answer.range(of: #""mutation":"#) {
      lines.append(String(answer[start.upperBound...].dropLast()))
    }
    return .done
  }

  private func ask(_ act: String, _ core: ([UInt8]) -> [UInt8]) -> String {
    let seed = (0..<4).map { _ in String(dice.next(), radix: 16) }.joined()
    let question = """
      {"now":\(scratch.clock.now.milliseconds),"node":"0000beef","seed":"\(seed)",\
      "snapshot":\(snapshot),"mutations":[\(lines.joined(separator: ","))],"act":\(act)}
      """
    return String(decoding: core(Array(question.utf8)), as: UTF8.self)
  }

  private static func object(_ text: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }
}
