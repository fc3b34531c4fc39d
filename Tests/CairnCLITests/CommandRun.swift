import Cairn
import CairnExchange
import Foundation

@testable import CairnCLI

/// The product on a log of its own, at ten in the evening of Thursday, 5 March 2026, in Berlin.
struct Person {
  let scratch: Scratch
  var now = "2026-03-05T21:00:00Z"
  /// Where they are.
  var zone: String? = "Europe/Berlin"
  /// The width of the terminal; nil for none.
  var columns: Int?

  /// Answers for other servers; nil to ask them.
  var web: WebTransport?
  /// What starts a sync after a write; nil for nothing.
  var syncLater: (@Sendable (DataDirectory) -> Void)?
  /// What their machine is called; nil for nothing.
  var machine: String?

  init(web: WebTransport? = nil) throws {
    scratch = try Scratch()
    self.web = web
  }

  /// A file of another program that is no log.
  static let foreign = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("CairnExchangeTests/Fixtures/koreader_statistics_example.sqlite3").path

  /// Runs one command line.
  @discardableResult
  func types(_ words: String...) async -> Ran { await types(words) }

  /// Runs one command line.
  @discardableResult
  func types(_ words: [String]) async -> Ran {
    var set = [
      "CAIRN_DATA_DIR": scratch.path + "/log", "CAIRN_CLOCK": now, "CAIRN_ALLOW_TEST_CLOCK": "1",
    ]
    set["CAIRN_ZONE"] = zone
    let variables = set
    let (out, err) = (Memory(), Memory())
    let output = Output(
      standardOutput: out.sink(columns: columns),
      standardError: err.sink(columns: columns),
      style: .plain
    )
    let (web, syncLater, machine) = (web, syncLater, machine)
    let exit = await Program.cairn.run(words, output: output) { invocation, output in
      var context = try CommandContext(invocation, output, variable: { variables[$0] })
      context.web = web ?? context.web
      context.syncLater = syncLater
      context.machine = machine
      return context
    }
    return Ran(out: out.written, err: err.written, exit: exit)
  }
}
