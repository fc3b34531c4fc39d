import Cairn
import CairnSQL

/// The table `fact`: facts about authors and works.
///
/// Facts are not copied to dependants: a join applies an author's facts to all their works. So nothing goes stale, and
/// one row can describe five hundred books.
enum FactTable {
  static let table = ProjectedTable("fact", key: "subject, kind")

  /// The kind of the row that marks a subject as excluded from questions.
  private static let askingDisabled = "isAskingDisabled"

  static func insert(
    _ facts: KnownFacts,
    of subject: RecordID,
    in connection: any SQLConnection
  ) throws {
    for (kind, fact) in facts.all {
      try insert(kind.name, fact.value, fact.source.name, subject, connection)
    }
    if facts.isAskingDisabled {
      try insert(askingDisabled, "yes", FactSource.me.name, subject, connection)
    }
  }

  private static func insert(
    _ kind: String,
    _ value: String,
    _ source: String,
    _ subject: RecordID,
    _ connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      INSERT INTO fact (subject, kind, value, source)
      VALUES (\(subject), \(kind), \(value), \(source))
      """
    )
  }

  static func remove(_ subject: RecordID, in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM fact WHERE subject = \(subject)")
  }

  /// Returns facts by subject, optionally restricted by a `WHERE` clause.
  static func all(
    where condition: SQL = "",
    in connection: any SQLConnection
  ) throws -> [RecordID: KnownFacts] {
    var all: [RecordID: KnownFacts] = [:]
    let query: SQL = "SELECT subject, kind, value, source FROM fact \(fragment: condition)"
    try connection.each(query) { row in
      let (subject, name) = (try row.id(0), try row.text(1))
      if let kind = FactKind(name: name) {
        let fact = Fact(try row.text(2), from: FactSource(stored: try row.text(3)))
        all[subject, default: KnownFacts()][kind] = fact
      } else if name == askingDisabled {
        all[subject, default: KnownFacts()].isAskingDisabled = true
      }
    }
    return all
  }
}

extension LogSchema {
  /// Creates the table of facts and fills it from the records, where a newer version may have written some.
  static let facts = Migration(
    10,
    "keep what is known of authors and works",
    sqlite: """
      CREATE TABLE fact (
        subject BLOB NOT NULL CHECK (length(subject) = 16),
        kind TEXT NOT NULL,
        value TEXT NOT NULL,
        source TEXT NOT NULL,
        PRIMARY KEY (subject, kind)
      ) STRICT, WITHOUT ROWID;

      INSERT INTO fact (subject, kind, value, source)
      SELECT record.id, substr(field.key, 6), substr(field.value, instr(field.value, ':') + 1),
        CASE WHEN instr(field.value, ':') > 0
          THEN substr(field.value, 1, instr(field.value, ':') - 1) ELSE '' END
      FROM record, json_each(record.fields) AS field
      WHERE field.type = 'text' AND json_extract(record.fields, '$.deleted') IS NULL
        AND ((record.kind = 'author' AND field.key IN ('fact.region', 'fact.gender',
            'fact.nationality', 'fact.birthYear', 'fact.deathYear'))
          OR (record.kind = 'work' AND field.key IN ('fact.originalLanguage', 'fact.ownVoices',
            'fact.accessibility', 'fact.region', 'fact.gender', 'fact.nationality')))
      UNION ALL
      SELECT id, 'isNotAsked', 'yes', 'me' FROM record
      WHERE kind IN ('author', 'work') AND json_extract(fields, '$.isNotAsked') = 1
        AND json_extract(fields, '$.deleted') IS NULL;
      """
  )
}
