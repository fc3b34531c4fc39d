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
    synonyms: synonyms,
    commands: [
      .start, .pause, .resume, .stop, .cancel, .status, .watch, .track, .add, .continueCommand,
      .edit, .lengthen, .shorten, .split, .merge, .move, .tag, .untag, .annotate, .delete,
      .log, .search, .stats, .streak, .pace, .pattern, .forecast, .yearInReview, .timeline, .today,
      .goal, .calendar, .chart, .milestones, .nudges, .diversity,
      .listening, .listen, .stories, .story,
      .climb, .attempt, .logbook, .pyramid, .climbing,
      .shelf, .book, .author, .edition, .shelves, .tags, .annotations, .ask, .curator,
      .undo, .redo, .history,
      .serve, .healthcheck, .account, .connection, .admin, .sync, .webhook,
      .importCommand, .export, .backup, .restore, .doctor, .config,
      .completion, .man, .words,
    ]
  )
}

extension Program {
  /// Words of other time trackers and of reading apps.
  private static var synonyms: [String: String] {
    [
      "begin": "start", "read": "start read", "in": "start", "out": "stop", "end": "stop",
      "finish": "stop", "done": "stop", "quit": "stop", "finished": "book status",
      "rate": "book rate",
      "note": "annotate", "list": "log", "ls": "log",
      "show": "log", "summary": "stats", "report": "stats", "week": "log --week", "rm": "delete",
      "remove": "delete", "modify": "edit",
      "books": "shelf", "library": "shelf", "find": "search", "settings": "config",
      "version": "--version",
    ]
  }
}
