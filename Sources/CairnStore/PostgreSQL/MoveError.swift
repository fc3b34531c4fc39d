package import Cairn

extension CairnError {
  /// Returns the error for an unknown database.
  package static func noShard(_ name: String) -> CairnError {
    CairnError(
      "storage.no_shard",
      "There is no database “\(name)” among those that logs lie in.",
      hint: "Name it in the file of --database-shards, the same for all servers."
    )
  }

  /// The error for a log that is not in the expected database.
  package static var noLog: CairnError {
    CairnError(
      "storage.no_log",
      "The log of this account is not in the database that it is said to lie in.",
      hint: "Check that each name in --database-shards has its own address. Where a database was "
        + "restored, `cairn admin move` to the one that has the log finds it again; "
        + "docs/operate-postgres.md says more, under Several databases."
    )
  }

  /// Returns the error for two names of one database.
  package static func oneDatabase(_ one: String?, _ other: String?) -> CairnError {
    let names = [one, other].map { "“\($0 ?? Accounts.home)”" }.sorted()
    return CairnError(
      "storage.one_database",
      "\(names[0]) and \(names[1]) are names of one database.",
      hint: "Give each database one name in the file of --database-shards."
    )
  }

  static var logThere: CairnError {
    CairnError(
      "storage.log_there",
      "That database has another log of this account already.",
      hint: "Both stay as they are. Check which of the two logs is the right one."
    )
  }

  /// Returns the error for a move while a third database has the log open.
  static func logIn(_ shard: String?) -> CairnError {
    let name = shard ?? Accounts.home
    return CairnError(
      "storage.log_there",
      "The database “\(name)” has a log of this account as well, as after a restore of the one that "
        + "says where logs lie.",
      hint: "Move the log there first: it is found where the last move brought it."
    )
  }

  /// Returns the error for a log with history entries that the other copy lacks.
  static func twoLogs(_ lines: Int) -> CairnError {
    CairnError(
      "storage.log_there",
      "That database has this log as well, but \(lines) "
        + "\(lines == 1 ? "line" : "lines") of history \(lines == 1 ? "is" : "are") only in the one "
        + "that is served.",
      hint: "Both stay as they are. Export the one that is served, restore the database that has "
        + "it from before those lines, run this again, and import what was exported."
    )
  }

  static var copyDiffers: CairnError {
    CairnError(
      "storage.copy_differs",
      "The copy is not what was copied.",
      hint: "The log goes on where it lies. Check both databases, and move it again."
    )
  }
}
