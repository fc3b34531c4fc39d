package import Cairn

extension CairnError {
  /// Returns the error for an unknown database.
  package static func noShard(_ name: String) -> CairnError {
    CairnError(
      "storage.unknown_shard",
      "There is no log database “\(name)”.",
      hint: "Add it to the file of --database-shards, the same on all servers."
    )
  }

  /// The error for a log that is not in the expected database.
  package static var noLog: CairnError {
    CairnError(
      "storage.no_log",
      "The log of this account is missing in the database recorded for it.",
      hint: "Check that each name in --database-shards has its own URL. If a database was "
        + "restored, run `cairn admin move` to the one that has the log; "
        + "see docs/operate-postgres.md, Several databases."
    )
  }

  /// Returns the error for two names of one database.
  package static func sameDatabase(_ one: String?, _ other: String?) -> CairnError {
    let names = [one, other].map { "“\($0 ?? Accounts.home)”" }.sorted()
    return CairnError(
      "storage.duplicate_database",
      "\(names[0]) and \(names[1]) are the same database.",
      hint: "List each database once in the file of --database-shards."
    )
  }

  static var logThere: CairnError {
    CairnError(
      "storage.log_exists",
      "The target database already has another log of this account.",
      hint: "Check which of the two logs is the right one. Nothing was changed."
    )
  }

  /// Returns the error for a move while a third database has the log open.
  static func logIn(_ shard: String?) -> CairnError {
    let name = shard ?? Accounts.home
    return CairnError(
      "storage.log_exists",
      "The database “\(name)” also has a log of this account, probably after a restore of the one that "
        + "records the locations of logs.",
      hint: "Move the log there first, to where the last move put it."
    )
  }

  /// Returns the error for a log with history entries that the other copy lacks.
  static func twoLogs(_ lines: Int) -> CairnError {
    CairnError(
      "storage.log_exists",
      "The target database also has this log, but \(lines) "
        + "history \(lines == 1 ? "entry is" : "entries are") only in the log "
        + "being served.",
      hint: "Export the log being served, restore the other database "
        + "to a time before those entries, run this again, and import the export. Nothing was changed."
    )
  }

  static var copyDiffers: CairnError {
    CairnError(
      "storage.copy_differs",
      "The copy differs from the original.",
      hint: "Check both databases, and move it again. The log stays where it is."
    )
  }
}
