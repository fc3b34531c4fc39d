import Cairn
import CairnExchange
import CairnSQL
import CairnTransfer

extension ForeignDatabase {
  /// The import of `tautulli.db`, restricted to one person's plays in audiobook libraries.
  ///
  /// Throws `input.person_required` if several people listened and none is chosen, and `input.unknown_library` if the
  /// audiobook library is ambiguous.
  static let tautulli = ForeignDatabase(
    format: .tautulli,
    detectionQuery: "SELECT 1 FROM pragma_table_info('session_history_metadata')",
    refusal: { name, reason in
      CairnError(
        "input.tautulli",
        "\(name) is not a Tautulli database: \(reason).",
        hint: "Choose a backup tautulli….db from its Settings, or its tautulli.db."
      )
    },
    rows: { connection, choice in
      var history = TautulliHistory()
      let people = try ForeignPeople(
        """
        SELECT user_id, max(user) FROM session_history
        WHERE media_type = 'track' AND user_id IS NOT NULL GROUP BY user_id ORDER BY 2, 1 LIMIT 1000
        """,
        connection
      )
      guard let person = try people.id(choice.person) else { return history.history }
      for library in try TautulliLibraries(connection).ids(choice.library) {
        try addPlays(of: person, library, to: &history, from: connection)
      }
      return history.history
    }
  )

  private static func addPlays(
    of person: SQLValue,
    _ library: Int64,
    to history: inout TautulliHistory,
    from connection: any SQLConnection
  ) throws {
    let columns: [StaticString] = ["section_id"]
    let table = try ForeignTable("PRAGMA table_info(session_history)", columns, connection)
    // Older versions store the library per title, newer ones per play.
    let sections: SQL = table.has("section_id") ? "session_history" : "session_history_metadata"
    try connection.each(
      """
      SELECT session_history.id, started, stopped, paused_counter, title, parent_title,
        grandparent_title, session_history.parent_rating_key
      FROM session_history
      JOIN session_history_metadata ON session_history_metadata.id = session_history.id
      WHERE session_history.media_type = 'track' AND user_id = \(person)
        AND \(fragment: sections).section_id = \(library)
      ORDER BY started, session_history.id LIMIT \(TautulliHistory.playLimit + 1)
      """
    ) { row in
      try history.add(play: ForeignTable.object(playColumns, row))
    }
  }

  private static let playColumns: [StaticString] = [
    "id", "started", "stopped", "paused_counter", "title", "parent_title", "grandparent_title",
    "parent_rating_key",
  ]
}

/// The music libraries, which Plex also uses for audiobooks.
private struct TautulliLibraries {
  private let libraries: [(id: Int64, name: String)]

  init(_ connection: any SQLConnection) throws {
    libraries = try connection.all(
      """
      SELECT DISTINCT section_id, section_name FROM library_sections
      WHERE section_type = 'artist' AND section_id IS NOT NULL ORDER BY 1 LIMIT 1000
      """
    ) { row in
      (try row.integer(0), try String?.decode(row, at: 1) ?? "")
    }
  }

  /// Returns the library with a name, or those named like audiobooks; throws `input.unknown_library`.
  func ids(_ name: String?) throws(CairnError) -> [Int64] {
    let matching = libraries.filter { library in
      let own = folded(library.name)
      return name.map { folded($0) == own } ?? own.replacing(" ", with: "").contains("audiobook")
    }
    guard !matching.isEmpty else { throw unclear(name) }
    return matching.map(\.id)
  }

  private func unclear(_ name: String?) -> CairnError {
    let names = libraries.prefix(20).map(\.name).joined(separator: ", ")
    return CairnError(
      "input.unknown_library",
      name.map { "“\($0.prefix(80))” is not a music library; the file has \(names)." }
        ?? "No music library is named audiobooks; the file has \(names).",
      hint: "Choose the audiobook library with --only library=NAME."
    )
  }
}
