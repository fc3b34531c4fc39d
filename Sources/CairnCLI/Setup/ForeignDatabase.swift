import Cairn
import CairnExchange
import CairnSQL
import CairnSQLite
import CairnServer

/// A database of another program that can be imported, read without trusting it (ADR 0006).
struct ForeignDatabase: Sendable {
  let format: FileFormat
  /// Finds something in a database of this program, and in no other's.
  let mark: SQL
  /// Why a file is refused, which a person calls so, for a reason that ends no sentence.
  let refusal: @Sendable (_ name: String, _ reason: String) -> CairnError
  /// Reads the rows; those that are chosen where a database holds those of several people.
  let rows: @Sendable (any SQLConnection, RowChoice) throws -> any Importable

  private static let all = [koreader, kobo, tautulli, audiobookshelf]

  /// Reads the database at a path as that of a program, or of the one whose tables it has.
  ///
  /// `name` is what a person calls it. `opened` runs as soon as the file needs its path no more.
  /// Throws the refusal of the program, `input.database` for a database of none, and what its rows
  /// throw.
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
        guard let program = try named ?? all.first(where: { try connection.has($0.mark) }) else {
          throw unknown(name, "its tables are those of another program")
        }
        return try program.read(connection, name: name, choice)
      }
    } catch let error as StorageError {
      throw refusal(of: format, name, error.message)
    }
  }

  /// Why a file is not a database of a format.
  static func refusal(of format: FileFormat, _ name: String, _ reason: String) -> CairnError {
    all.first { $0.format == format }?.refusal(name, reason) ?? unknown(name, reason)
  }

  private static func unknown(_ name: String, _ reason: String) -> CairnError {
    CairnError(
      "input.database",
      "\(name) is not a database that can be imported: \(reason).",
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
      throw refusal(name, error.message)
    }
  }
}

extension SQLConnection {
  fileprivate func has(_ mark: SQL) throws -> Bool { try first(mark) { _ in true } ?? false }
}
