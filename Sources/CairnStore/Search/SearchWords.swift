import Cairn
import CairnSQL

/// The table `search_word`: each folded word of a text, where it stands, and in which record.
///
/// Plain rows instead of an engine's own text index, so that one SQL text searches on every engine.
/// Words are compared byte by byte: the column has the collation `BINARY`, on PostgreSQL `"C"`.
enum SearchWords {
  static let table = ProjectedTable(
    "search_word",
    rows: "SELECT * FROM search_word ORDER BY word, field, record",
    empty: "DELETE FROM search_word"
  )

  static func add(
    _ text: String?,
    _ field: SearchField,
    _ thing: RecordID,
    in connection: any SQLConnection
  ) throws {
    guard let text else { return }
    for word in searchWords(text) {
      try connection.run(
        """
        INSERT INTO search_word (word, field, record) VALUES (\(word), \(field.name), \(thing))
        """
      )
    }
  }

  static func remove(_ thing: RecordID, in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM search_word WHERE record = \(thing)")
  }
}
