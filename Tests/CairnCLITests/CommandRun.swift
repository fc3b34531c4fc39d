import Cairn
import CairnExchange
import CairnStore
import Foundation

@testable import CairnCLI

/// A person who runs the command on a scratch log, at 22:00 on Thursday, 5 March 2026, in Berlin.
struct Person {
  let scratch: Scratch
  var now = "2026-03-05T21:00:00Z"
  /// The person's time zone; nil for the system zone.
  var zone: String? = "Europe/Berlin"
  /// The width of the terminal; nil for none.
  var columns: Int?

  /// A replacement for the HTTP client; nil for real requests.
  var web: WebTransport?
  /// Starts a background sync; nil for none.
  var syncLater: (@Sendable (DataDirectory) -> Void)?
  /// Opens a text in an editor.
  var openEditor: OpenEditor = { _, _ throws(CairnError) in
    throw Editor.missing("There is no terminal for an editor.")
  }
  /// The kinds of session that the program knows.
  var kinds: [any SessionTable] = Log.kinds
  /// The host name; nil for none.
  var machine: String?

  init(web: WebTransport? = nil) throws {
    scratch = try Scratch()
    self.web = web
  }

  /// A database of another program, which is not a log.
  static let foreign = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("CairnExchangeTests/Fixtures/koreader_statistics_example.sqlite3").path

  /// Runs one command line.
  @discardableResult
  func types(_ words: String...) async -> RunResult { await types(words) }

  /// Runs one command line.
  @discardableResult
  func types(_ words: [String]) async -> RunResult {
    let (out, err) = (Memory(), Memory())
    let output = Output(
      standardOutput: out.sink(columns: columns),
      standardError: err.sink(columns: columns),
      style: .plain
    )
    let exit = await Program.cairn(kinds.map(\.module)).run(words, output: output, context: context)
    return RunResult(out: out.written, err: err.written, exit: exit)
  }

  /// Returns the dependencies of a command line.
  func context(_ invocation: Invocation, _ output: Output) throws -> CommandContext {
    var set = [
      "CAIRN_DATA_DIR": scratch.path + "/log", "CAIRN_CLOCK": now, "CAIRN_ALLOW_TEST_CLOCK": "1",
    ]
    set["CAIRN_ZONE"] = zone
    let variables = set
    var context = try CommandContext(invocation, output, variable: { variables[$0] })
    context.web = web ?? context.web
    context.syncLater = syncLater
    context.machine = machine
    context.kinds = kinds
    context.openEditor = openEditor
    return context
  }
}
