import Cairn
import CairnTestKit
import Foundation
import Testing

@Suite struct `Writing JSON` {
  @Test func `places commas and colons`() {
    var writer = JSONWriter(capacity: 64)
    writer.beginObject()
    writer.key("list")
    writer.beginArray()
    writer.integer(-1)
    writer.beginArray()
    writer.endArray()
    writer.beginObject()
    writer.endObject()
    writer.raw("1.50")
    writer.endArray()
    writer.key("yes")
    writer.bool(true)
    writer.key("none")
    writer.null()
    writer.endObject()
    #expect(writer.text == #"{"list":[-1,[],{},1.50],"yes":true,"none":null}"#)
    #expect(writer.bytes == Array(writer.text.utf8))
  }

  @Test(arguments: [0, 7, -7, 10, 1_234_567_890, .max, .min] as [Int64])
  func `writes whole numbers`(value: Int64) {
    #expect(JSON.integer(value).text == String(value))
  }

  @Test(arguments: [
    ("", "\"\""), ("plain", "\"plain\""), ("exactly8", "\"exactly8\""),
    ("seven\n7", #""seven\n7""#), ("\u{0}\u{1F}\u{8}\u{C}\r\t", #""\u0000\u001f\b\f\r\t""#),
    ("a \"quote\" and a \\ here", #""a \"quote\" and a \\ here""#),
    ("/ \u{7F} é 谷口 🧗 \u{2028}", "\"/ \u{7F} é 谷口 🧗 \u{2028}\""),
  ])
  func `escapes only what RFC 8259 requires`(text: String, expected: String) {
    #expect(JSON.string(text).text == expected)
  }

  @Test func `finds a special byte at every position of a word`() throws {
    for special in ["\"", "\\", "\u{1}", "\u{1F}"] {
      for place in 0..<20 {
        let text = String(repeating: "é", count: place) + special + "tail of the text"
        #expect(try JSON(parsing: Array(JSON.string(text).text.utf8)) == .string(text))
      }
    }
  }

  @Test func `sorts the members for the canonical text only`() throws {
    let json = try JSON(parsing: Array(#"{"b":[{"d":1,"c":2}],"é":0,"a":1.50,"B":null}"#.utf8))
    #expect(json.text == #"{"b":[{"d":1,"c":2}],"é":0,"a":1.50,"B":null}"#)
    #expect(json.canonicalText == #"{"B":null,"a":1.50,"b":[{"c":2,"d":1}],"é":0}"#)
  }
}

@Suite struct `JSON compared with Foundation` {
  static let seed = UInt64.random(in: 0...(.max))

  @Test func `random trees survive both ways and Foundation agrees`() throws {
    var random = SeededGenerator(seed: Self.seed)
    for round in 0..<300 {
      let json = randomJSON(&random, depth: 4)
      let text = json.text
      let note = Comment(rawValue: "seed \(Self.seed) round \(round): \(text)")
      #expect(try JSON(parsing: Array(text.utf8)) == json, note)
      let theirs = try JSONSerialization.jsonObject(
        with: Data(text.utf8),
        options: .fragmentsAllowed
      )
      let theirText = try JSONSerialization.data(
        withJSONObject: theirs,
        options: [.fragmentsAllowed]
      )
      #expect(try sortedTree(JSON(parsing: Array(theirText))) == sortedTree(json), note)
    }
  }

  /// Only in one direction, because Foundation also accepts a comma before a brace.
  ///
  /// The changed bytes contain no "e", because Foundation rejects numbers beyond the range of Double.
  @Test func `text accepted after a changed byte is accepted by Foundation too`() throws {
    var random = SeededGenerator(seed: Self.seed)
    for round in 0..<2_000 {
      var bytes = Array(randomJSON(&random, depth: 3).text.utf8)
      bytes[Int.random(in: 0..<bytes.count, using: &random)] =
        Array("{}[]\",:\\0.-nx \u{1}".utf8).randomElement(using: &random) ?? 0
      let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      let text = String(decoding: bytes, as: UTF8.self)
      let note = Comment(rawValue: "seed \(Self.seed) round \(round): \(text)")
      guard let json = try? JSON(parsing: bytes) else { continue }
      #expect(theirs != nil, note)
      #expect((try? JSON(parsing: Array(json.text.utf8))) == json, note)
    }
  }

  private func sortedTree(_ json: JSON) throws -> JSON {
    try JSON(parsing: Array(json.canonicalText.utf8))
  }

  private func randomJSON(_ random: inout SeededGenerator, depth: Int) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2:
      return .integer(Int64(bitPattern: random.next()) >> Int64.random(in: 0..<63, using: &random))
    case 3: return .string(randomText(&random))
    case 4:
      return .array(
        (0..<Int.random(in: 0..<6, using: &random)).map { _ in
          randomJSON(&random, depth: depth - 1)
        }
      )
    default:
      return .object(
        (0..<Int.random(in: 0..<6, using: &random)).map { index in
          .init("\(index)" + randomText(&random), randomJSON(&random, depth: depth - 1))
        }
      )
    }
  }

  private func randomText(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "a", "Z", "\"", "\\", "/", "\n", "\u{1}", "é", "谷", "🧗", " ", "reading", "\u{301}",
    ]
    return (0..<Int.random(in: 0..<12, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
  }
}
