import Cairn
import CairnStore

/// All commands, in the order of help.
extension Program where Context == CommandContext {
  static let cairn = cairn(Log.kinds.map(\.module))

  /// Returns the program for these kinds of session.
  static func cairn(_ modules: [KindModule]) -> Program { builtIn.adding(modules) }

  private static let builtIn = Program(
    name: "cairn",
    version: "0.1.0",
    summary: "A private log of the time you spend reading, listening and climbing.",
    examples: [
      Example("cairn start read \"Dune\"", "start reading"),
      Example("cairn stop --page 212", "stop on a page"),
      Example("cairn log --week", "list this week"),
    ],
    defaultCommand: "status",
    lineCommand: "add",
    synonyms: Synonyms.all,
    groups: [
      ("Sessions", sessionCommands), ("Statistics", statisticsCommands),
      ("Listening", [.listening, .listen, .stories, .story]),
      ("Climbing", [.climb, .attempt, .logbook, .pyramid, .climbing]),
      ("Books", bookCommands), ("History", [.undo, .redo, .history]),
      ("Administration", administrationCommands),
    ]
  )

  private static var sessionCommands: [Command<Context>] {
    [
      .start, .pause, .resume, .stop, .cancel, .status, .watch, .track, .add, .continueCommand,
      .edit, .lengthen, .shorten, .split, .merge, .move, .tag, .untag, .annotate, .delete,
    ]
  }

  private static var statisticsCommands: [Command<Context>] {
    [
      .log, .search, .stats, .report, .streak, .pace, .pattern, .forecast, .yearInReview,
      .timeline, .today, .goal, .calendar, .chart, .milestones, .nudges, .diversity,
    ]
  }

  private static var bookCommands: [Command<Context>] {
    [
      .shelf, .book, .author, .edition, .shelves, .tags, .annotations, .ask, .curator,
      .importCommand,
    ]
  }

  private static var administrationCommands: [Command<Context>] {
    [
      .serve, .healthcheck, .account, .connection, .admin, .sync, .webhook,
      .export, .backup, .restore, .doctor, .config, .completion, .man, .words,
    ]
  }
}
