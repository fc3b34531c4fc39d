import Cairn
public import CairnActions
public import CairnReports
import CairnSQL

extension LogWriter {
  /// Returns books that a new one may duplicate: same ISBN, or same title and a shared author.
  ///
  /// Ignores case and accents; the author is ignored if either book has none.
  public func duplicates(of new: NewBook) throws -> [EntryRow] {
    let titled = try EntryQuery.exact(new.title, in: connection)
      .filter { try hasAuthor(of: new, $0.id) }
    guard let isbn = new.isbn else { return titled }
    let numbered = try connection.all(
      """
      \(fragment: EntryQuery.columns)
      WHERE entry.work IN (SELECT same.work FROM edition AS same WHERE same.isbn = \(isbn))
      ORDER BY work.folded, entry.id
      """,
      EntryQuery.row
    )
    return numbered + titled.filter { row in !numbered.contains { $0.id == row.id } }
  }

  private func hasAuthor(of new: NewBook, _ id: Identifier<Entry>) throws -> Bool {
    let known: [String] = try connection.values(
      """
      SELECT author.folded FROM entry
      JOIN credit ON credit.work = entry.work JOIN author ON author.id = credit.author
      WHERE entry.id = \(id)
      """
    )
    return known.isEmpty || new.authors.isEmpty
      || new.authors.contains { known.contains(indexed(folded($0))) }
  }
}
