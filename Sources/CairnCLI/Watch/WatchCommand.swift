import Cairn
import CairnStore

extension Command<CommandContext> {
  static var watch: Command {
    Command(
      "watch",
      summary: "Show the running session and today, full screen.",
      discussion: """
        The time runs, and changes from other programs and devices appear at once. Space pauses and resumes, s stops and \
        asks for the position, n writes the note, b starts a session, c continues the last one, u undoes, Tab chooses \
        among several open sessions, and q leaves.
        """,
      printsJSON: false,
      examples: [Example("cairn watch", "the running session, goals and last sessions")],
      action: { _, context in try await Watch(context).run() }
    )
  }
}

/// The full screen of `cairn watch`, whose keys run command lines, so that they do what typing them does.
private struct Watch {
  private let context: CommandContext
  private var keys = WatchKeys()
  private var message: [String] = []

  init(_ context: CommandContext) { self.context = context }

  func run() async throws -> ExitCode {
    try await context.withLog { log in
      let screen = try FullScreen()
      defer { screen.end() }
      let events = WatchEvents(of: context.directory.logFile)
      defer { events.end() }
      var watch = self
      try await watch.follow(events.arrivals, of: log, on: screen)
      return .done
    }
  }

  private mutating func follow(
    _ events: AsyncStream<WatchEvent>,
    of log: Log,
    on screen: FullScreen
  ) async throws {
    var figures = try await WatchFigures(log, context)
    draw(figures, on: screen)
    for await event in events {
      switch event {
      case .stop: return
      case .redraw: break
      case .changed: figures = try await WatchFigures(log, context)
      case .keys(let pressed):
        for key in pressed {
          switch keys.take(key, figures.open) {
          case .none: continue
          case .quit: return
          case .run(let words):
            message = await said(words, screen.size.columns)
            figures = try await WatchFigures(log, context)
          }
        }
      }
      draw(figures, on: screen)
    }
  }

  private func draw(_ figures: WatchFigures, on screen: FullScreen) {
    let (columns, rows) = screen.size
    screen.draw(
      WatchScreen(
        context: context,
        figures: figures,
        keys: keys,
        message: message,
        columns: columns,
        rows: rows
      ).lines
    )
  }

  /// Runs a command line and returns what it printed.
  private func said(_ words: [String], _ columns: Int) async -> [String] {
    let text = CapturedText()
    let sink = text.sink(columns)
    let output = Output(standardOutput: sink, standardError: sink, style: .plain)
    _ = await Program.cairn(context.modules).run(words, output: output) { _, output in
      context.printing(to: output)
    }
    return text.lines
  }
}
