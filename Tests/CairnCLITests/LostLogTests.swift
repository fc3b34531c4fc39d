import Foundation
import Testing

@testable import CairnCLI

@Suite struct `An invalid log file` {
  /// A data directory whose log was replaced by `file`, or is missing for nil.
  private func someone(with file: Data?) throws -> Person {
    let me = try Person()
    try FileManager.default.createDirectory(atPath: me.log, withIntermediateDirectories: true)
    if let file { try file.write(to: URL(fileURLWithPath: me.log + "/log.sqlite")) }
    return me
  }

  private func foreign() throws -> Data { try Data(contentsOf: URL(filePath: Person.foreign)) }

  @Test(arguments: [true, false])
  func `is refused and left unchanged`(isEmpty: Bool) async throws {
    let file = isEmpty ? Data() : try foreign()
    let me = try someone(with: file)
    for words in [["status"], ["start", "read", "Emma"], ["doctor"], ["backup"], ["export"]] {
      let refused = await me.types(words)
      #expect(refused.exit == .failedStorage)
      #expect(refused.err.contains(isEmpty ? "log.sqlite is empty." : "is not a Cairn log."))
      #expect(refused.err.contains("`cairn restore`"))
    }
    #expect(try Data(contentsOf: URL(filePath: me.log + "/log.sqlite")) == file)
    #expect(try me.names == ["log.sqlite"])
  }

  @Test func `with only its journal is a lost log`() async throws {
    let me = try someone(with: nil)
    try me.scratch.write("left", to: "log/log.sqlite-journal")
    let refused = await me.types("status")
    #expect(refused.err.contains("is missing, but its journal exists."))
    #expect(try me.names == ["log.sqlite-journal"])
  }

  @Test(arguments: ["log.sqlite", "log.sqlite-journal"])
  func `is replaced by a backup and kept`(name: String) async throws {
    let (me, other) = (try someone(with: nil), try Person())
    await other.types("track", "20:00-21:00", "Emma")
    let backup = other.scratch.path + "/backup.sqlite"
    await other.types("backup", backup)
    try me.scratch.write("", to: "log/" + name)
    let restored = await me.types("restore", backup)
    #expect(restored.exit == .done)
    #expect(restored.err.hasPrefix("The previous log was kept as \(me.log)/log.sqlite.damaged-"))
    #expect(await me.types("log").out.contains("Emma"))
    #expect(try me.names.count { $0.contains(".damaged-") } == 1)
  }
}

@Suite struct `A first start` {
  @Test func `succeeds after one that was interrupted`() async throws {
    let me = try Person()
    try FileManager.default.createDirectory(atPath: me.log, withIntermediateDirectories: true)
    for end in ["", "-journal"] {
      try me.scratch.write("left", to: "log/.cairn-0123456789abcdef.tmp" + end)
    }
    #expect(await me.types("track", "20:00-21:00", "Emma").exit == .done)
    #expect(try me.names.filter { $0 != "reserve" } == ["log.sqlite"])
  }
}

@Suite struct `A killed command` {
  @Test(arguments: [["backup"], ["backup", "copy"], ["export", "copy"], ["restore", "old"]])
  func `leaves no file that the next one does not remove`(words: [String]) async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    await me.types("backup", me.scratch.path + "/old")
    await me.types("backup")
    for folder in ["", "log/", "log/backups/"] {
      try me.scratch.write("left", to: folder + ".cairn-0123456789abcdef.tmp")
    }
    let words = words.map { ["copy", "old"].contains($0) ? me.scratch.path + "/" + $0 : $0 }
    #expect(await me.types(words).exit == .done)
    let place = ["backup": "/log/backups", "export": "", "restore": "/log"][words[0]] ?? ""
    let folder = me.scratch.path + (words.count > 1 && words[0] == "backup" ? "" : place)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!names.contains { $0.hasPrefix(".cairn-") })
  }
}

extension Person {
  fileprivate var log: String { scratch.path + "/log" }

  fileprivate var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: log).sorted() }
  }
}
