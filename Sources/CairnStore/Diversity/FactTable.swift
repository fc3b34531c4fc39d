import Cairn
import CairnSQL

/// The table `fact`: facts about authors and works.
///
/// Facts are not copied to dependants: a join applies an author's facts to all their works. So nothing goes stale, and
/// one row can describe five hundred books.
enum FactTable {
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
      let (subject, name): (RecordID, String) = try (row["subject"], row["kind"])
      if let kind = FactKind(name: name) {
        let fact = Fact(try row["value"], from: FactSource(stored: try row["source"]))
        all[subject, default: KnownFacts()][kind] = fact
      } else if name == askingDisabled {
        all[subject, default: KnownFacts()].isAskingDisabled = true
      }
    }
    return all
  }
}
