package import Cairn
package import CairnSQL

extension CairnError {
  /// Creates the error that a person sees for a storage failure.
  package init(_ error: StorageError) {
    switch error.code {
    case .busy:
      self.init(
        "storage.busy",
        "Another program is writing to this log, or serves it.",
        hint: "Nothing was changed. Try again in a moment, or once that server has ended."
      )
    case .full:
      self.init(
        "storage.full",
        "The disk is full, so nothing was stored.",
        hint: "The log is as it was before. Make room and try again."
      )
    case .newerSchema:
      self.init(
        "storage.newer_log",
        "This log was written by a newer version of Cairn.",
        hint: "Update Cairn; this version does not touch the file."
      )
    case .corrupt, .notADatabase:
      self.init(
        "storage.damaged",
        "The log file is damaged or is not a log: \(error.message).",
        hint: "Keep the file as it is, and restore the latest backup with `cairn restore`."
      )
    case .notPrepared:
      self.init(
        "storage.not_prepared",
        error.message,
        hint: "Run `cairn admin prepare` with the address of the role that owns them."
      )
    case .powerfulRole:
      self.init(
        "storage.powerful_role",
        error.message,
        hint:
          "Serve as a member of cairn_app and prepare as cairn_owner, as docs/operate-postgres.md "
          + "makes them."
      )
    case .notWhole:
      self.init(
        "storage.not_whole",
        error.message,
        hint: "No log is served meanwhile. Restore the copy whole, with policies and privileges, "
          + "or take back what was changed; docs/errors.md says how."
      )
    case .missingRole:
      self.init(
        "storage.missing_role",
        "The roles of the database are not those of this version: \(error.message)",
        hint: "Make them as a superuser, in the words of docs/operate-postgres.md."
      )
    case .pooler:
      self.init(
        "storage.pooler",
        "The address of the database leads to a pooler: \(error.message).",
        hint: "Name the database past it with --database-direct, or write `pooled` in its line of "
          + "--database-shards."
      )
    case .inUse:
      self.init(
        "account.in_use",
        error.message,
        hint: "Stop that one, or wait until it has ended, and run this again."
      )
    case .tooBig:
      self.init(
        "storage.too_big",
        "Something of this is longer than the database takes: \(error.message).",
        hint: "Nothing was changed. Shorten the longest text."
      )
    case .interrupted:
      self.init(
        "storage.interrupted",
        "The database did not finish: \(error.message).",
        hint: "Nothing was changed. Try again in a moment."
      )
    case .readOnly:
      self.init(
        "storage.failed",
        "The log could not be read or written: \(error.message).",
        hint:
          "Nothing was changed. Check the rights on the data directory, or those of the role in "
          + "the database, and that it is no standby."
      )
    case .migrationChanged:
      self.init(
        "storage.other_tables",
        "The tables are not those of Cairn: \(error.message)",
        hint: "Check the address of the database, and in PostgreSQL the search_path of the role."
      )
    case .moving:
      self.init(
        "storage.moving",
        "This log is being moved to another database.",
        hint: "Nothing was changed. Try again in a moment."
      )
    case .overloaded:
      self.init(
        "storage.overloaded",
        "The database has more to do than it can at the moment.",
        hint: "Nothing was changed. Try again in a moment; a standby of it may be away."
      )
    case .unknownCommit:
      self.init(
        "storage.unknown_commit",
        error.message,
        hint: "Look whether it is there before you do it again. A request with an idempotency key "
          + "can simply be sent again."
      )
    case .unreachable:
      self.init(
        "storage.unreachable",
        "The database cannot be reached: \(error.message)",
        hint: "Nothing was changed. Try again in a moment, and check its address, that it runs, "
          + "and that it is no standby."
      )
    case .io:
      self.init(
        "storage.failed",
        "The log could not be read or written: \(error.message).",
        // If the final fsync of a commit fails, the action may be stored.
        hint: "Check the disk, and look with `cairn history` what was kept before trying again."
      )
    default:
      self.init(
        "storage.failed",
        "The log could not be read or written: \(error.message).",
        hint: "Nothing was changed. Check the disk and the rights on the data directory."
      )
    }
  }
}
