/// The names that other time trackers, reading apps and shells have for commands, as suggestions.
enum Synonyms {
  /// The command line for each word: `stop` for `finish`.
  static let all = Dictionary(
    uniqueKeysWithValues: words.flatMap { line, words in
      words.split(separator: " ").map { (String($0), line) }
    }
  )

  private static let words = [
    ("start", "begin in punch clockin go init"),
    ("start read", "read reading"),
    ("start listen", "play podcast audiobook hear"),
    ("start climb", "boulder bouldering"),
    ("stop", "end out finish done quit save clockout"),
    ("cancel", "abort discard drop"),
    ("pause", "hold break interrupt"),
    ("resume", "unpause"),
    ("continue", "restart again fork repeat"),
    ("status", "now current active running info what"),
    ("watch", "live timer dashboard ui tui top"),
    ("track", "record insert"),
    ("edit", "modify change update fix"),
    ("edit --duration", "resize"),
    ("move", "shift"),
    ("merge", "join combine"),
    ("tag", "retag label"),
    ("annotate", "note comment notes"),
    ("delete", "rm remove del erase kill"),
    ("log", "list ls show display frames sheet entries sessions journal diary"),
    ("log --today", "day"),
    ("log --day yesterday", "yesterday"),
    ("log --week", "week"),
    ("log --month", "month"),
    ("search", "find grep query"),
    ("stats", "totals statistics balance"),
    ("stats --by day", "aggregate"),
    ("report", "summary timesheet summarize"),
    ("chart", "graph plot burndown"),
    ("calendar", "heatmap cal"),
    ("pyramid", "grades"),
    ("logbook", "ticks ascents"),
    ("attempt", "send try"),
    ("shelf", "books library projects tbr"),
    ("book add", "new wishlist want"),
    ("book rate", "rate rating review stars"),
    ("book status", "finished abandon dnf"),
    ("book page", "page progress bookmark"),
    ("book edit", "rename"),
    ("annotations", "highlights quotes"),
    ("import goodreads", "goodreads"),
    ("undo", "revert back"),
    ("config", "settings set get setup preferences"),
    ("doctor", "check verify repair diagnostics"),
    ("sync", "push pull"),
    ("sync setup", "login signin connect"),
    ("account create", "register signup adduser"),
    ("serve", "server web"),
    ("export", "dump archive"),
    ("--version", "version"),
    ("--help", "usage commands"),
  ]
}
