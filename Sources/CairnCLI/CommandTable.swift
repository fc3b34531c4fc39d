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
    commands: [
      .start, .pause, .resume, .stop, .cancel, .status, .track, .continueCommand,
      .edit, .split, .merge, .move, .delete,
      .log, .search, .stats, .streak, .pace, .pattern, .forecast, .yearInReview, .timeline, .today,
      .goal, .calendar, .chart, .milestones, .nudges, .diversity,
      .listening, .listen, .stories, .story,
      .climb, .attempt, .logbook, .pyramid, .climbing,
      .shelf, .book, .author, .edition, .shelves, .tags, .annotations, .ask, .curator,
      .undo, .redo, .history,
      .serve, .account, .admin, .sync, .webhook,
      .importCommand, .export, .backup, .restore, .doctor, .config,
      .completion, .man, .words,
    ]
  )
}
