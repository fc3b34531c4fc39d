import Cairn
import CairnReports

// Facts about authors concern other people. They are exported only in this table, and only on explicit request.

extension ExportTable {
  /// Creates the table of all authors and books with facts.
  init(_ authors: [AuthorRow], _ books: [DescribedBook]) {
    self = .facts
    for author in authors { add(author.facts, "author", author.id.record, author.name) }
    for book in books { add(book.facts, "book", book.entry.record, book.title) }
  }

  private mutating func add(
    _ known: KnownFacts,
    _ about: String,
    _ id: RecordID,
    _ name: String
  ) {
    for (kind, fact) in known.all {
      let label = kind.label(of: fact.value)
      add([about, id.text, name, kind.name, fact.value, label, fact.source.name])
    }
  }
}
