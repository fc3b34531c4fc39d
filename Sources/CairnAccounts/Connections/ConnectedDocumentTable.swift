import Cairn
import CairnSQL

/// The table `connected_document`.
enum ConnectedDocumentTable {
  /// Stores a document; a value that it lacks keeps what is stored, except for the book.
  static func upsert(
    _ document: ConnectedDocument,
    of connection: Identifier<Connection>,
    at now: Instant,
    in database: any SQLConnection
  ) throws {
    let progress = document.progress
    try database.run(
      """
      INSERT INTO connected_document (connection, document, at, position, percentage, device, device_id, title, authors, entry)
      VALUES (\(connection), \(document.document), \(now), \(progress?.position), \(progress?.percentage),
        \(progress?.device), \(progress?.deviceID), \(document.title), \(document.authors), \(document.entry))
      ON CONFLICT (connection, document) DO UPDATE SET
        at = CASE WHEN excluded.position IS NULL THEN connected_document.at ELSE excluded.at END,
        position = coalesce(excluded.position, connected_document.position),
        percentage = coalesce(excluded.percentage, connected_document.percentage),
        device = coalesce(excluded.device, connected_document.device),
        device_id = coalesce(excluded.device_id, connected_document.device_id),
        title = coalesce(excluded.title, connected_document.title),
        authors = coalesce(excluded.authors, connected_document.authors),
        entry = excluded.entry
      """
    )
  }

  /// Returns what the connections of an account know about a document, latest first.
  static func named(
    _ document: String,
    of account: Identifier<Account>,
    in database: any SQLConnection
  ) throws -> [ConnectedDocument] {
    try all(of: account, "AND document = \(document)", in: database).map { $0.document }
  }

  /// Returns the documents of an account with their connections, latest first.
  static func all(
    of account: Identifier<Account>,
    _ condition: SQL = "",
    in database: any SQLConnection
  ) throws -> [(connection: Identifier<Connection>, document: ConnectedDocument)] {
    let query: SQL = """
      SELECT connection, document, at, position, percentage, device, device_id, title, authors, entry
      FROM connected_document
      WHERE connection IN (SELECT id FROM connection WHERE account = \(account)) \(fragment: condition)
      ORDER BY at DESC, document
      """
    return try database.all(query) { (try $0["connection"], try ConnectedDocument($0)) }
  }

  /// Sets the book of a document for all connections of an account.
  static func match(
    _ document: String,
    _ entry: Identifier<Entry>?,
    of account: Identifier<Account>,
    in database: any SQLConnection
  ) throws {
    try database.run(
      """
      UPDATE connected_document SET entry = \(entry)
      WHERE document = \(document) AND connection IN (SELECT id FROM connection WHERE account = \(account))
      """
    )
  }

  static func deleteOldest(
    of connection: Identifier<Connection>,
    in database: any SQLConnection
  ) throws {
    try database.run(
      """
      DELETE FROM connected_document WHERE connection = \(connection) AND document NOT IN (
        SELECT document FROM connected_document WHERE connection = \(connection)
        ORDER BY at DESC, document LIMIT \(ConnectedDocument.limit))
      """
    )
  }
}

extension ConnectedDocument {
  fileprivate init(_ row: any SQLRow) throws {
    self.init(
      try row["document"],
      title: try row["title"],
      authors: try row["authors"],
      entry: try row["entry"]
    )
    guard let position: String = try row["position"] else { return }
    progress = Progress(
      position: position,
      percentage: try row["percentage"] ?? "0",
      device: try row["device"] ?? "",
      deviceID: try row["device_id"] ?? "",
      at: try row["at"]
    )
  }
}
