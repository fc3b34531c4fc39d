import Cairn
import CairnSQL
import CairnSQLite
import CairnStore

/// The file of a log, at any path.
struct LogFile {
  private let file: DatabaseFile

  init(_ path: String) { file = DatabaseFile(path) }

  /// Opens the log, and creates it if the file is missing; see ``Cairn/open(_:)``.
  func open(_ environment: LogEnvironment) async throws -> Log {
    do {
      try await file.create { database, identity in
        _ = try await Log.open(database, environment: environment, at: identity)
      }
      guard file.has(LogSchema.applicationID) else { throw notALog }
      let database = try await SQLiteDatabase.open(path: file.path)
      let copy = "\(file.path).before-upgrade-\(environment.now().text)"
      let identity = FileIdentity.of(file.path)
      return try await Log.open(database, environment: environment, at: identity) {
        try await database.backup(to: copy)
      }
    } catch let error as StorageError {
      throw CairnError(error)
    }
  }

  private var notALog: CairnError {
    CairnError(
      "storage.no_log",
      "The file \(file.path) is not a Cairn log.",
      hint: "Choose another file, or restore this one from a backup."
    )
  }
}
