import Cairn
import CairnTestKit
import CairnWeb
import Foundation

/// An offline browser that stores its mutations and calls the core.
struct Browser {
  /// The snapshot from the server; empty without one.
  var snapshot = "{}"
  /// The local mutations as JSON, as they are sent.
  private(set) var lines: [String] = []
  /// All requests with their responses.
  private(set) var asked: [(question: String, answer: String)] = []
  var now = Instant.scratchStart
  private var chance: SeededGenerator

  init(seed: UInt64) {
    chance = SeededGenerator(seed: seed)
  }

  /// Applies an action; returns the error code, or nil.
  mutating func act(_ act: [String: Any]) throws -> String? {
    let answer = ask("act", try question(act), Offline.act)
    let parts = try Self.object(answer)
    if let error = parts["error"] as? [String: Any] { return error["code"] as? String }
    if let start = answer.range(of: #""mutation":"#) {
      lines.append(String(answer[start.upperBound...].dropLast()))
    }
    return nil
  }

  /// Returns the data of the offline page.
  mutating func view() throws -> [String: Any] {
    try Self.object(ask("view", try question(nil), Offline.view))
  }

  private mutating func ask(
    _ name: String,
    _ question: String,
    _ core: ([UInt8]) -> [UInt8]
  ) -> String {
    let answer = String(decoding: core(Array(question.utf8)), as: UTF8.self)
    asked.append(("\(name) \(question)", answer))
    return answer
  }

  private mutating func question(_ act: [String: Any]?) throws -> String {
    let seed = (0..<4).map { _ in String(chance.next(), radix: 16) }.joined()
    let said =
      try act.map {
        let data = try JSONSerialization.data(withJSONObject: $0, options: [.sortedKeys])
        return String(decoding: data, as: UTF8.self)
      } ?? "null"
    return """
      {"now":\(now.milliseconds),"node":"0000beef","seed":"\(seed)","snapshot":\(snapshot),\
      "mutations":[\(lines.joined(separator: ","))],"act":\(said)}
      """
  }

  static func object(_ text: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return value as? [String: Any] ?? [:]
  }
}

extension Browser {
  /// Applies random actions, valid and invalid.
  mutating func actRandomly(_ count: Int, _ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed &+ 99)
    for _ in 0..<count {
      now = now + Milliseconds(Int64.random(in: 0...7_200_000, using: &dice))
      let running = try view()["running"] as? [[String: Any]] ?? []
      _ = try act(Self.options(running, &dice))
    }
  }

  private static func options(
    _ running: [[String: Any]],
    _ dice: inout SeededGenerator
  ) -> [String: Any] {
    let titles = ["Emma", "Dune", "Ännchen \u{1F9D7}", " ", "emma"]
    guard let one = running.randomElement(using: &dice), Int.random(in: 0..<5, using: &dice) > 0
    else {
      return Bool.random(using: &dice)
        ? ["do": "read", "title": titles.randomElement(using: &dice) ?? ""]
        : ["do": "climb", "place": "Hall", "discipline": "bouldering", "mental": "3"]
    }
    let climbs = one["climbs"] as? [[String: Any]] ?? []
    let session = one["id"] as? String ?? ""
    let page = String(Int.random(in: -1...400, using: &dice))
    let wishes: [[String: Any]] = [
      ["do": "pause", "session": session], ["do": "resume", "session": session],
      ["do": "stop", "session": session, "page": page, "note": "so far", "now": "yes"],
      ["do": "stop", "session": session, "rpe": page], ["do": "discard", "session": session],
      [
        "do": "add-climb", "session": session, "name": "Roof", "grade": "V4", "outcome": "fell",
        "attempts": "2",
      ],
      ["do": "add-climb", "session": session, "grade": "7a+"],
      ["do": "attempt", "climb": climbs.last?["id"] as? String ?? session, "result": "send"],
      ["do": "attempt", "climb": climbs.first?["id"] as? String ?? session, "result": "try"],
    ]
    return wishes.randomElement(using: &dice) ?? [:]
  }
}
