import Cairn
import CairnSQL

extension LogWriter {
  /// Books of the shelf that a new one may be: those with its ISBN, or with its title, whatever
  /// case and accents, and one author at least in common where both have any.
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
    let known = try connection.all(
      """
      SELECT author.folded FROM entry
      JOIN credit ON credit.work = entry.work JOIN author ON author.id = credit.author
      WHERE entry.id = \(id)
      """
    ) { try $0.text(0) }
    return known.isEmpty || new.authors.isEmpty
      || new.authors.contains { known.contains(indexed(folded($0))) }
  }
}
