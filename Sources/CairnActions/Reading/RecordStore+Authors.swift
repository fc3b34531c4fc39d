package import Cairn

extension RecordStore {
  /// Returns the author with a name, ignoring case and accents, and adds one if there is none.
  package func author(named name: String) throws(CairnError) -> Identifier<Author> {
    if let known = try knownAuthor(named: name) { return known }
    let author = Author(id: newID(of: Author.self), name: name)
    try save(author)
    return author.id
  }

  /// Returns the credits of authors by name, and adds unknown authors.
  func credits(_ names: [String]) throws(CairnError) -> [Credit] {
    var all: [Credit] = []
    for name in names where !folded(name).isEmpty {
      let credit = Credit(author: try author(named: name))
      // Skips repeated authors.
      if !all.contains(where: { $0.author == credit.author }) { all.append(credit) }
    }
    return all
  }

  /// Returns the id of a new edition.
  func newEditionID() -> RecordID { newID(of: Edition.self).record }
}
