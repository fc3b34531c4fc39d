import Cairn
import CairnStore
import CairnTestKit
import Foundation

@testable import CairnCLI
import CairnReports

/// The command line, run in this process on a data directory of its own.
///
/// It asks more questions than the others, which are answered beforehand: `--new` (a name that the session has) and
/// `--allow-fast` (many pages).
final class CommandInterface: Interface {
  private let folder: URL
  private var now = Instant.scratchStart

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "cairn-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var log: Log {
    get async throws {
      let directory = try DataDirectory(option: folder.path, variable: { _ in nil })
      let environment = LogEnvironment(
        now: { [now] in now },
        random: { .random(in: .min ... .max) },
        zone: SystemZones.rules
      )
      return try await directory.openLog(environment)
    }
  }

  func wait(_ time: Milliseconds) async { now = now + time }

  func carryOut(_ wish: Wish) async throws -> Outcome {
    switch wish {
    case .read(let title): try await run("start", "read", title)
    case .climb(let discipline, let place, let note):
      try await run(
        "start",
        "climb",
        option("discipline", discipline),
        option("place", place),
        option("note", note)
      )
    case .listen(let title): try await run("start", "listen", title)
    case .pause(let kind): try await run("pause", in: kind)
    case .resume(let kind): try await run("resume", in: kind)
    case .discard(let kind): try await run("cancel", in: kind)
    case .stop(let kind, let page, let note):
      try await run(
        "stop",
        in: kind,
        option("page", page.map(String.init)),
        option("note", note),
        kind == Reading.kind ? "--allow-fast" : nil
      )
    case .position(let page): try await set(page)
    case .addClimb(let name, let grade, let isSent):
      try await climb(name, grade, isSent)
    case .attempt(let result): try await attempt(result)
    }
  }

  private func option(_ name: String, _ value: String?) -> String? {
    value.map { "--\(name)=\($0)" }
  }

  private func set(_ page: Int64) async throws -> Outcome {
    guard let book = try await open(Reading.kind)?.entry else { return .done }
    return try await run("book", "page", book.record.text, "--", "\(page)")
  }

  private func climb(_ name: String?, _ grade: String?, _ isSent: Bool) async throws -> Outcome {
    guard let session = try await open(Climbing.kind) else { return .done }
    return try await run(
      "climb",
      "add",
      option("session", session.id.record.text),
      option("name", name),
      grade,
      isSent ? "--sent" : nil,
      "--new"
    )
  }

  private func attempt(_ result: AttemptResult) async throws -> Outcome {
    guard let session = try await open(Climbing.kind),
      let climb = try await log.climbs(of: session.id).last
    else { return .done }
    return try await run("attempt", result.label, option("climb", climb.climb.id.record.text))
  }

  private func run(_ act: String, in kind: SessionKind, _ words: String?...) async throws -> Outcome
  {
    guard try await open(kind) != nil else { return .done }
    return try await run([act, "--kind=\(kind.name)"] + words)
  }

  private func run(_ words: String?...) async throws -> Outcome { try await run(words) }

  private func run(_ words: [String?]) async throws -> Outcome {
    let errors = Written()
    let output = Output(standardOutput: Written().sink, standardError: errors.sink, style: .plain)
    let variables = [
      "CAIRN_DATA_DIR": folder.path, "CAIRN_CLOCK": now.text, "CAIRN_ALLOW_TEST_CLOCK": "1",
      "CAIRN_ZONE": "Europe/Berlin",
    ]
    let exit = await Program.cairn.run(["--json"] + words.compactMap(\.self), output: output) {
      try CommandContext($0, $1, variable: { variables[$0] })
    }
    guard exit != .done else { return .done }
    return try Outcome(problem: Array(errors.text.utf8))
  }
}

/// What a command wrote.
private final class Written: @unchecked Sendable {
  // `text` is written by one command at a time.
  private(set) var text = ""

  var sink: Sink {
    Sink(columns: nil, write: { self.text += $0 }, isClosed: { false }, finish: {})
  }
}
