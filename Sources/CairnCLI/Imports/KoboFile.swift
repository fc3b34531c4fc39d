import Cairn
import CairnExchange
import CairnSQL

extension ForeignDatabase {
  /// The import of `KoboReader.sqlite`, restricted to books and reading events.
  static let kobo = ForeignDatabase(
    format: .kobo,
    detectionQuery: "SELECT 1 FROM pragma_table_info('content') WHERE name = 'ContentID'",
    refusal: { name, reason in
      CairnError(
        "input.kobo",
        "\(name) is not a Kobo database: \(reason).",
        hint: "Copy KoboReader.sqlite from the hidden folder .kobo on the device."
      )
    },
    rows: { connection, _ in
      var library = KoboLibrary()
      try addBooks(to: &library, from: connection)
      try addEvents(to: &library, from: connection)
      return library
    }
  )

  /// Adds rows of type 6, which are books; chapters and parts of articles have other types.
  private static func addBooks(
    to library: inout KoboLibrary,
    from connection: any SQLConnection
  ) throws {
    let table = try ForeignTable(
      "PRAGMA table_info(content)",
      KoboLibrary.bookColumns,
      connection
    )
    try connection.each(
      """
      SELECT \(fragment: table.list) FROM content
      WHERE CAST(ContentType AS INTEGER) = 6 ORDER BY ContentID
      LIMIT \(KoboLibrary.bookLimit + 1)
      """
    ) { row in
      try library.add(book: table.object(row))
    }
  }

  /// Adds events; older firmware stores none, and newer firmware deletes them after upload.
  private static func addEvents(
    to library: inout KoboLibrary,
    from connection: any SQLConnection
  ) throws {
    let table = try ForeignTable(
      "PRAGMA table_info(AnalyticsEvents)",
      KoboLibrary.eventColumns,
      connection
    )
    guard table.has("Type"), table.has("Timestamp") else { return }
    try connection.each(
      """
      SELECT \(fragment: table.list) FROM AnalyticsEvents
      WHERE Type = 'LeaveContent' ORDER BY Timestamp
      LIMIT \(KoboLibrary.sessionLimit + 1)
      """
    ) { row in
      try library.add(event: table.object(row))
    }
  }
}
