import Cairn
import CairnExchange
import CairnSQL
import CairnSQLite
import CairnTransfer

/// A database of another program to import, treated as untrusted (ADR 0006).
struct ForeignDatabase: Sendable {
  let format: FileFormat
  /// A query that returns a row only in a database of this program.
  let detectionQuery: SQL
  /// Returns the error for a file with a display name and a reason; the reason has no full stop.
  let refusal: @Sendable (_ name: String, _ reason: String) -> CairnError
  /// Reads the rows, for the chosen person if there are several.
  let rows: @Sendable (any SQLConnection, RowChoice) throws -> any Importable

  private static let all = [koreader, kobo, tautulli, audiobookshelf]

  /// Reads a database as the given format, or as the format its tables match.
  ///
  /// `name` is the display name. `opened` is called as soon as the path is no longer needed.
  /// Throws the format's refusal, `input.database` for an unknown format, and the errors of reading
  /// rows.
  static func read(
    _ path: String,
    name: String,
    as format: FileFormat,
    _ choice: RowChoice,
    on thread: SQLiteDatabase.Thread = .callers,
    opened: () -> Void = {}
  ) async throws -> ImportedDatabase {
    let named = all.first { $0.format == format }
    do {
      let database = try await SQLiteDatabase.open(path: path, role: .untrusted, on: thread)
      opened()
      return try await database.read { connection in
        guard let program = try named ?? all.first(where: { try connection.has($0.detectionQuery) })
        else {
          throw unknown(name, "its tables belong to another program")
        }
        return try program.read(connection, name: name, choice)
      }
    } catch let error as StorageError {
      throw refusal(of: format, name, error.message).with(cause: error.cause)
    }
  }

  /// Returns the error for a file that is not a database of a format.
  static func refusal(of format: FileFormat, _ name: String, _ reason: String) -> CairnError {
    all.first { $0.format == format }?.refusal(name, reason) ?? unknown(name, reason)
  }

  private static func unknown(_ name: String, _ reason: String) -> CairnError {
    CairnError(
      "input.database",
      "\(name) is not a database that Cairn can import: \(reason).",
      hint:
        "Choose one of \(all.map(\.format.name).joined(separator: ", ")), and copy it while its "
        + "program is closed."
    )
  }

  private func read(
    _ connection: any SQLConnection,
    name: String,
    _ choice: RowChoice
  ) throws -> ImportedDatabase {
    do {
      return ImportedDatabase(format: format, rows: try rows(connection, choice))
    } catch let error as StorageError {
      throw refusal(name, error.message).with(cause: error.cause)
    }
  }
}

extension SQLConnection {
  fileprivate func has(_ query: SQL) throws -> Bool { try first(query) { _ in true } ?? false }
}
