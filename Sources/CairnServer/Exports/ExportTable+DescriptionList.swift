import Cairn
import CairnStore

// What is known of authors and books stands in a table that nobody gets without asking for it: it is
// about other people, and none of the others has any of it.

extension ExportTable {
  /// Everyone and every book of which something is known.
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
