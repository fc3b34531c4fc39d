import Foundation
import Testing

@testable import CairnCLI

@Suite struct `Exporting to a file` {
  @Test func `does not overwrite files`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    try me.scratch.write("mine", to: "out.part")
    #expect(await me.types("export", me.scratch.path + "/out").exit == .done)
    #expect(try me.scratch.text("out.part") == "mine")
    #expect(try me.scratch.text("out").contains("Emma"))
    #expect(try me.scratch.files == ["log", "out", "out.part"])
  }

  @Test func `leaves no file if the log cannot be read completely`() async throws {
    let me = try Person()
    for hour in 10..<20 { await me.types("track", "\(hour):00-\(hour):30", "Emma") }
    let file = me.scratch.url.appendingPathComponent("log/log.sqlite")
    let sound = try Data(contentsOf: file)
    var failed = 0
    for page in 1..<(sound.count / 4_096) {
      var damaged = sound
      damaged.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: Data(count: 4_096))
      try damaged.write(to: file)
      if await me.types("export", me.scratch.path + "/out").exit != .done { failed += 1 }
      try? FileManager.default.removeItem(atPath: me.scratch.path + "/out")
      #expect(try me.scratch.files == ["log"])
    }
    #expect(failed > 0)
  }
}

extension Scratch {
  /// The file names in the folder, sorted.
  fileprivate var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  fileprivate func text(_ name: String) throws -> String {
    try String(decoding: Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
  }
}
