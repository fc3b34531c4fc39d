package import Cairn
package import CairnSQL

extension CairnError {
  /// Creates the error that a person sees for a storage failure, with the engine's text as its cause.
  package init(_ error: StorageError) {
    let number = error.extendedCode == 0 ? "" : "(\(error.extendedCode))"
    let cause = [error.cause, number].filter { !$0.isEmpty }.joined(separator: " ")
    self = CairnError(of: error).with(cause: cause)
  }

  private init(of error: StorageError) {
    switch error.code {
    case .busy:
      self.init(
        "storage.busy",
        "The log is in use by another program or server.",
        hint: "Try again in a moment, or after that server has stopped. Nothing was changed."
      )
    case .full:
      self.init(
        "storage.full",
        "The disk is full, so nothing was stored.",
        hint: "Free disk space and try again. Nothing was changed."
      )
    case .newerSchema:
      self.init(
        "storage.newer_log",
        "This log was written by a newer version of Cairn.",
        hint: "Update Cairn; this version did not change the file."
      )
    case .corrupt, .notADatabase:
      self.init(
        "storage.damaged",
        "The log file is damaged or not a Cairn log: \(error.message).",
        hint: "Keep the file, and restore the latest backup with `cairn restore`."
      )
    case .notPrepared:
      self.init(
        "storage.not_prepared",
        error.message,
        hint: "Run `cairn admin prepare` with the URL of the role that owns the tables."
      )
    case .privilegedRole:
      self.init(
        "storage.privileged_role",
        error.message,
        hint:
          "Run the server as a member of cairn_app and `prepare` as cairn_owner; "
          + "see docs/operate-postgres.md."
      )
    case .schemaIncomplete:
      self.init(
        "storage.schema_incomplete",
        error.message,
        hint: "Restore the full dump, with policies and privileges, "
          + "or revert the changes; see docs/errors.md. Until then no log is served."
      )
    case .missingRole:
      self.init(
        "storage.missing_role",
        "The database roles do not match this version: \(error.message)",
        hint: "Create them as a superuser; see docs/operate-postgres.md."
      )
    case .undeclaredPooler:
      self.init(
        "storage.undeclared_pooler",
        "The database URL is that of a pooler: \(error.message).",
        hint: "Set --database-direct to a direct URL."
      )
    case .inUse:
      self.init(
        "account.in_use",
        error.message,
        hint: "Stop it or wait until it ends, and run this again."
      )
    case .tooBig:
      self.init(
        "storage.too_big",
        "A text is too long for the database: \(error.message).",
        hint: "Shorten the longest text. Nothing was changed."
      )
    case .interrupted:
      self.init(
        "storage.interrupted",
        "The database cancelled the operation: \(error.message).",
        hint: "Try again in a moment. Nothing was changed."
      )
    case .readOnly:
      self.init(
        failure: error,
        hint:
          "Check the permissions of the data directory, or of the database "
          + "role, and that the database is not a standby. Nothing was changed."
      )
    case .migrationChanged:
      self.init(
        "storage.foreign_tables",
        "The tables do not match this version of Cairn: \(error.message)",
        hint:
          "If an earlier build created them, export the log with that build, and import it into a new data directory. "
          + "Otherwise, check the database URL, and in PostgreSQL the search_path of the role."
      )
    case .overloaded:
      self.init(
        "storage.overloaded",
        "The database is overloaded.",
        hint: "Try again in a moment; a standby may be down. Nothing was changed."
      )
    case .unknownCommit:
      self.init(
        "storage.unknown_commit",
        error.message,
        hint: "Check whether it was saved before you repeat it. A request with an idempotency key "
          + "can safely be sent again."
      )
    case .unreachable:
      self.init(
        "storage.unreachable",
        "The database cannot be reached: \(error.message)",
        hint: "Try again in a moment, or check the URL, that it is running, "
          + "and that it is not a standby. Nothing was changed."
      )
    case .io:
      self.init(
        failure: error,
        // If the final fsync of a commit fails, the action may be stored.
        hint: "Check the disk, and look in `cairn history` for what was saved before you retry."
      )
    default:
      self.init(
        failure: error,
        hint: "Check the disk and the permissions of the data directory. Nothing was changed."
      )
    }
  }

  /// A change without a title in the history, which is a mistake in an act.
  static var untitledEntry: CairnError {
    CairnError(
      "storage.failed",
      "The change has no title for the history. Nothing was changed.",
      hint: "This is a mistake in Cairn; please report it."
    )
  }

  private init(failure error: StorageError, hint: String) {
    self.init(
      "storage.failed",
      "The log could not be read or written: \(error.message).",
      hint: hint
    )
  }
}
