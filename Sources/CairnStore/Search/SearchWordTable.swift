import Cairn
import CairnSQL

/// The table `search_word`: each folded word of a text, with its field and record.
///
/// Plain rows instead of a full-text index, so that one SQL statement works on every engine. Words are compared by
/// byte: the column has the collation `BINARY`, on PostgreSQL `"C"`.
enum SearchWordTable {
  static func add(
    _ text: String?,
    _ field: SearchField,
    _ record: RecordID,
    in connection: any SQLConnection
  ) throws {
    guard let text else { return }
    for word in searchWords(text) {
      try connection.run(
        """
        INSERT INTO search_word (word, field, record) VALUES (\(word), \(field.name), \(record))
        """
      )
    }
  }

  static func remove(_ record: RecordID, in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM search_word WHERE record = \(record)")
  }
}
