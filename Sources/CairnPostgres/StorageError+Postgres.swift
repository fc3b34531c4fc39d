import CPostgres
import CairnSQL

extension StorageError {
  /// Reads a server error without the fields that may quote a value (DETAIL, HINT, CONTEXT).
  init(_ result: OpaquePointer?) {
    let field = { (code: cairn_pg_field) in
      cairn_PQresultErrorField(result, Int32(code.rawValue)).map { String(cString: $0) }
    }
    // An error without SQLSTATE comes from libpq: the connection is lost.
    guard let state = field(cairn_pg_sqlstate) else {
      self = Pipeline.connectionLost
      return
    }
    let code = Code(sqlstate: state)
    let primary = field(cairn_pg_primary) ?? ""
    let location = [
      field(cairn_pg_table), field(cairn_pg_column), field(cairn_pg_constraint),
    ].compactMap(\.self).joined(separator: ".")
    // The message of a rejected row or value may quote it; the table and column are enough.
    let isQuoting = state.hasPrefix("22") || state.hasPrefix("23")
    // The states of this class are those of our own functions, which speak for themselves.
    let words = state.hasPrefix("CA") ? primary : Self.words[code] ?? "a statement failed"
    let message = location.isEmpty ? words : location
    self.init(code, "\(message) (\(state))", cause: isQuoting ? "" : primary)
  }

  private static let words: [Code: String] = [
    .notPrepared: "The tables are from another version", .missingRole: "a role is missing",
    .readOnly: "the role may not do this", .interrupted: "the statement was cancelled",
    .unreachable: "The server refused the connection", .busy: "the server is busy",
    .full: "the disk of the server is full", .corrupt: "its data is damaged",
    .tooBig: "a value is too long", .typeMismatch: "a value has the wrong type",
    .undeclaredPooler: "a prepared statement was lost", .io: "the disk of the server failed",
  ]
}

extension StorageError.Code {
  /// Maps a SQLSTATE (https://www.postgresql.org/docs/15/errcodes-appendix.html).
  init(sqlstate state: String) {
    self = Self.states[state] ?? Self.classes[String(state.prefix(2))] ?? .statement
  }

  private static let states: [String: Self] = [
    "23505": .unique, "23514": .check, "23503": .foreignKey, "23502": .notNull,
    "25006": .readOnly, "25P02": .rolledBack, "57014": .interrupted, "53100": .full,
    "55P03": .busy, "42501": .readOnly, "22P02": .typeMismatch, "42804": .typeMismatch,
    "42704": .missingRole, "42883": .notPrepared, "XX001": .corrupt, "XX002": .corrupt,
    "54000": .tooBig, "0A000": .unreachable, "CA002": .schemaIncomplete, "42P05": .undeclaredPooler,
    "26000": .undeclaredPooler,
  ]

  private static let classes: [String: Self] = [
    "22": .typeMismatch, "23": .constraint, "40": .busy, "53": .busy, "57": .unreachable, "58": .io,
    "08": .unreachable, "28": .unreachable, "3D": .unreachable, "54": .tooBig,
  ]
}
