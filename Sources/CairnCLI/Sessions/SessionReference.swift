import Cairn
import CairnReports
import CairnStore

/// A session named on the command line by `last`, `@2`, its short ID or its full ID.
enum SessionReference {
  /// The description in help.
  static let help = "The id, last, or @2 for the second newest."

  /// Finds the session; throws `session.not_found` or `usage.ambiguous`.
  static func find(_ word: String, in log: Log) async throws -> SessionRow {
    if let count = NumberedReference.place(word) {
      let rows = try await log.sessions(SessionFilter(limit: count))
      guard rows.count == count, let row = rows.last else { throw missing(word) }
      return row
    }
    if let short = ShortID(text: word) {
      return try only(await log.sessions(short: short), word)
    }
    guard let id = RecordID(text: word), let row = try await log.session(SessionID(id)) else {
      throw missing(word)
    }
    return row
  }

  /// Finds the session; nil for a word that is none.
  static func findIfAny(_ word: String, in log: Log) async throws -> SessionRow? {
    if NumberedReference.place(word) != nil || RecordID(text: word) != nil {
      return try await find(word, in: log)
    }
    guard let short = ShortID(text: word) else { return nil }
    let rows = try await log.sessions(short: short)
    if rows.isEmpty, word.contains(where: \.isNumber) { throw missing(word) }
    return rows.isEmpty ? nil : try only(rows, word)
  }

  /// Returns the sessions that some of the words name, each once, and the other words.
  ///
  /// A word that looks like an id, with a digit, is no other word. Throws the errors of `all`.
  static func sessionsAndWords(
    _ words: [String],
    in log: Log
  ) async throws -> (rows: [SessionRow], words: [String]) {
    var (names, others): ([String], [String]) = ([], [])
    for word in words {
      var isSession = word.hasPrefix("@") && word.contains("..")
      if !isSession { isSession = try await findIfAny(word, in: log) != nil }
      if isSession { names.append(word) } else { others.append(word) }
    }
    return (try await all(names, in: log), others)
  }

  /// Finds the sessions of several words, each once, of which `@2..@5` stands for four.
  ///
  /// Throws the errors of `find`, and `usage.value` for a range that is too long or backwards.
  static func all(_ words: [String], in log: Log) async throws -> [SessionRow] {
    let names = try words.flatMap { try NumberedReference.range($0, of: "sessions") }
    let places = names.compactMap(NumberedReference.place)
    var newest: [SessionRow] = []
    if let last = places.max() { newest = try await log.sessions(SessionFilter(limit: last)) }
    var (rows, known): ([SessionRow], Set<SessionID>) = ([], [])
    for name in names {
      var row = try numbered(name, newest)
      if row == nil { row = try await find(name, in: log) }
      if let row, known.insert(row.id).inserted { rows.append(row) }
    }
    return rows
  }

  /// Returns the session that `@2` names among the newest ones; nil for another word.
  private static func numbered(
    _ name: String,
    _ newest: [SessionRow]
  ) throws(CairnError) -> SessionRow? {
    guard let place = NumberedReference.place(name) else { return nil }
    guard place <= newest.count else { throw missing(name) }
    return newest[place - 1]
  }

  private static func only(_ rows: [SessionRow], _ word: String) throws(CairnError) -> SessionRow {
    guard let first = rows.first else { throw missing(word) }
    guard rows.count > 1 else { return first }
    let ids = rows.map(\.id.record.text).joined(separator: ", ")
    throw .ambiguous(word, rows.count, "sessions", ids: ids)
  }

  private static func missing(_ word: String) -> CairnError {
    CairnError(
      "session.not_found",
      word == "last" || word == "@1" ? "No sessions yet." : "There is no session “\(word)”.",
      hint: word == "last" || word == "@1"
        ? "Start one with `cairn start`."
        : NumberedReference.hint(word, orElse: "`cairn log` lists sessions with their ids.")
    )
  }
}
