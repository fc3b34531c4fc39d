import Cairn
import Foundation

@testable import CairnCLI

/// A small program with one of every feature of the command table.
enum Sample {
  static let program = Program<Output>(
    name: "cairn",
    version: "1.2.3",
    summary: "Keeps a private log of the time you spend reading, listening and climbing.",
    examples: [Example("cairn start \"Dune\"", "begin to read")],
    defaultCommand: "status",
    groups: [
      ("Sessions", [start, stop]), ("Looking", [status, book]), ("Data", [importing]),
      ("Hidden", [completing]),
    ]
  )

  static let start = Command<Output>(
    "start",
    aliases: ["begin"],
    summary: "Begins a session.",
    discussion: "The clock runs until it is stopped.\n\nA pause does not count.",
    printsJSON: false,
    examples: [
      Example("cairn start \"Dune\"", "begin to read now"),
      Example("cairn start \"Dune\" --at -15m", "begin a quarter of an hour ago"),
    ],
    arguments: [
      .required("title", "What is read.", completion: .live("titles")),
      .repeating("when", "When it began.", allowsMinus: true),
    ],
    options: [
      .value("at", "TIME", "When it began; 'now' if left out."),
      .value("page", short: "p", "N", "The page [of the book]: a number."),
      .value("tag", "TAG", "A label.", completion: .live("tags"), isRepeatable: true),
      .value("kind", "KIND", "The kind.", completion: .values(["read", "listen", "climb"])),
      .flag("yes", short: "y", "Do not ask."),
      .flag("secret", "Not shown.", isHidden: true),
    ]
  ) { invocation, output in
    output.info("Started \(invocation.required("title")).")
    return .done
  }

  static let stop = Command<Output>(
    "stop",
    summary: "Ends the session.",
    printsJSON: false,
    options: [.value("page", short: "p", "N", "The last page.")]
  ) { invocation, output in
    _ = try invocation.integer("page", in: 1...9_999)
    throw CairnError("session.none", "No session is running.", hint: "Start one.")
  }

  static let status = Command<Output>(
    "status",
    summary: "Shows what is running."
  ) { invocation, output in
    output.print(invocation.flag("json") ? "{}" : "nothing")
    return .refused
  }

  static let importing = Command<Output>(
    "import",
    summary: "Reads what other apps know.",
    subcommands: [
      Command(
        "goodreads",
        summary: "Reads a list of books from Goodreads.",
        printsJSON: false,
        arguments: [.repeating("file", "The exported file.", atLeastOne: true, completion: .files)],
        options: [.flag("dry-run", "Change nothing.")]
      ) { invocation, output in
        output.print(lines: invocation.rest)
        return .done
      },
      Command(
        "folder",
        summary: "Reads a folder.",
        printsJSON: false,
        arguments: [
          .required("folder", "The folder.", completion: .directories)
        ]
      ) { _, _ in .done },
    ]
  )

  static let book = Command<Output>(
    "book",
    summary: "Shows a book.",
    arguments: [.optional("ref", "The book.", completion: .live("ids"))],
    subcommands: [Command("show", summary: "Shows all of it.") { _, _ in .done }]
  ) { invocation, output in
    output.print(invocation.value("ref") ?? "all")
    return .done
  }

  static let completing = Command<Output>(
    "hidden",
    summary: "Is not shown.",
    printsJSON: false,
    isHidden: true
  ) { _, _ in .done }
}

/// A sink that stores its text for the test.
final class Memory: @unchecked Sendable {
  // `text` is guarded by `lock`.
  private let lock = NSLock()
  private var text = ""

  var written: String { lock.withLock { text } }

  func sink(columns: Int? = nil) -> Sink {
    Sink(
      columns: columns,
      write: { more in self.lock.withLock { self.text += more } },
      isClosed: { false },
      finish: {}
    )
  }
}

/// The output and the exit code of a run.
struct RunResult: Equatable {
  var out = ""
  var err = ""
  var exit = ExitCode.done

  static func sample(
    _ words: String...,
    columns: Int? = nil,
    hasColor: Bool = false
  ) async -> RunResult {
    let (out, err) = (Memory(), Memory())
    let output = Output(
      standardOutput: out.sink(columns: columns),
      standardError: err.sink(columns: columns),
      style: Style(hasColor: hasColor)
    )
    let exit = await Sample.program.run(words, output: output) { $1 }
    return RunResult(out: out.written, err: err.written, exit: exit)
  }
}
