import CairnTestKit
import Foundation
import Testing

/// `Web/cairn.wasm` in Node, compared with the native build of the core.
@Suite struct `The core as WebAssembly` {
  @Test(arguments: SeededGenerator.seeds)
  func `returns the same bytes as the native core`(seed: UInt64) throws {
    var browser = Browser(seed: seed)
    try browser.actRandomly(40, seed)
    _ = try browser.view()
    #expect(try Self.ask(browser.asked.map(\.question)) == browser.asked.map(\.answer))
  }

  /// The module has its own Unicode tables, see `Scripts/wasm/unicode.c`.
  @Test(arguments: SeededGenerator.seeds)
  func `has the same Unicode data as the native core`(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    var asked: [(question: String, answer: String)] = []
    for _ in 0..<60 {
      let limit = Bool.random(using: &dice) ? 0x3000 : 0x3_2000 as UInt32
      let text = String(Unicode.Scalar(UInt32.random(in: 0x80..<limit, using: &dice)) ?? "é")
      let parts = text.decomposedStringWithCanonicalMapping
      var browser = Browser(seed: seed)
      _ = try browser.act(["do": "climb", "partners": "\(text), \(parts)", "place": "\(text) "])
      _ = try browser.act(["do": "read", "title": text])
      for title in ["\(text)a", "\(parts)A"] {
        _ = try browser.act(["do": "listen", "title": title])
        let running = try browser.view()["running"] as? [[String: Any]] ?? []
        let last = running.first?["id"] as? String ?? ""
        _ = try browser.act(["do": "discard", "session": last])
      }
      asked += browser.asked
    }
    #expect(try Self.ask(asked.map(\.question)) == asked.map(\.answer))
  }

  @Test func `imports nothing`() throws {
    let script = """
      const bytes = require("fs").readFileSync(process.argv[1]);
      console.log(WebAssembly.Module.imports(new WebAssembly.Module(bytes)).length);
      """
    #expect(try Self.node(["-e", script, Self.module], "") == "0\n")
  }

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let module = root.appending(path: "Web/cairn.wasm").path

  private static func ask(_ questions: [String]) throws -> [String] {
    let script = root.appending(path: "Scripts/wasm/ask.mjs").path
    let input = questions.map { $0 + "\n" }.joined()
    return try node([script, module], input).split(separator: "\n").map(String.init)
  }

  /// Runs Node with input from a file, because a pipe could fill up.
  private static func node(_ words: [String], _ input: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (asked, answered) = (folder.appending(path: "asked"), folder.appending(path: "answered"))
    try Data(input.utf8).write(to: asked)
    try Data().write(to: answered)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["node"] + words
    process.standardInput = try FileHandle(forReadingFrom: asked)
    process.standardOutput = try FileHandle(forWritingTo: answered)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: try Data(contentsOf: answered), as: UTF8.self)
  }
}
