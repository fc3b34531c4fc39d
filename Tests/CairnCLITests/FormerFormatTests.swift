import Foundation
import Testing

@testable import CairnCLI

private func sample(_ name: String) -> String {
  let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  return tests.appending(path: "CairnExchangeTests/Fixtures/" + name).path
}

/// The fixtures have one act that was undone, one that was redone, and one that was undone twice.
@Suite struct `An exported log of an earlier format` {
  private func imported(_ format: Int) async throws -> Person {
    let me = try Person()
    let run = await me.types("import", sample("log-format-\(format).ndjson"))
    #expect(run.exit == .done, "\(run.err)")
    return me
  }

  @Test(arguments: [1, 2])
  func `is imported with its sessions and its history`(format: Int) async throws {
    let me = try await imported(format)
    let log = await me.types("log", "--json").out
    #expect(log.contains(#""note":"first""#) && log.contains(#""mood_after":4"#), "\(log)")
    #expect(!log.contains(#""place":"home""#) && !log.contains(#""kind":"climbing""#))
    let history = await me.types("history", "--json", "--limit", "30").out
    #expect(history.matches(of: /"in_effect":false/).count == 5, "\(history)")
    #expect(await me.types("doctor").exit == .done)
  }

  @Test(arguments: [1, 2])
  func `is exported in the current one, which another log exports again`(format: Int) async throws {
    let export = await (try imported(format)).types("export").out
    #expect(export.hasPrefix(#"{"cairn":3}"#))
    #expect(export.matches(of: /"turn":1,/).count == 4 && export.contains(#""turn":3,"#))
    let other = try Person()
    let file = try other.scratch.write(export, to: "log.ndjson")
    #expect(await other.types("import", file.path).exit == .done)
    #expect(await other.types("export").out == export)
  }

  @Test(arguments: [1, 2])
  func `has acts that can be redone, and undone again`(format: Int) async throws {
    let me = try await imported(format)
    for note in ["second", "first", "second"] {
      let word = note == "second" ? "redo" : "undo"
      #expect(await me.types(word, "hmq1pd").exit == .done)
      #expect(await me.types("log", "--json").out.contains("\"note\":\"\(note)\""))
    }
    for (word, place) in [("redo", true), ("undo", false)] {
      #expect(await me.types(word, "8a81sm").exit == .done)
      #expect(await me.types("log", "--json").out.contains(#""place":"home""#) == place)
    }
    #expect(await me.types("undo", "2t2t5t", "--keep-changed").exit == .done)
    #expect(await me.types("log", "--json").out.contains(#""note":"second""#))
    #expect(await me.types("redo", "kqtw2r").exit == .done)
    #expect(await me.types("log", "--json").out.contains(#""kind":"climbing""#))
    #expect(await me.types("doctor").exit == .done)
  }
}
