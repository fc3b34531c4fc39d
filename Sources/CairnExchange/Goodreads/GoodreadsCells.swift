extension RowCells {
  /// Returns the book of a Goodreads row, or nil if its title is invalid.
  mutating func goodreadsBook() -> GoodreadsBook? {
    let title = GoodreadsTitle(text("Title") ?? "")
    guard possible(title: title.text) != nil else { return nil }
    let isbn = isbn("ISBN13", "ISBN")
    let author = text("Author").map(collapsed)
    let shelf = text("Exclusive Shelf") ?? ""
    return GoodreadsBook(
      line: row.line,
      bookID: text("Book Id"),
      title: title,
      author: author,
      contributors: names("Additional Authors").filter { $0 != author },
      isbn: isbn.valid,
      invalidISBN: isbn.invalid,
      quarterStars: quarterStars("My Rating"),
      publisher: text("Publisher"),
      format: text("Binding").flatMap(GoodreadsFormat.init),
      pages: pages("Number of Pages"),
      year: year("Year Published"),
      originalYear: year("Original Publication Year"),
      dateRead: day("Date Read"),
      dateAdded: day("Date Added"),
      shelves: parts("Bookshelves").filter { $0 != shelf },
      shelf: GoodreadsShelf(name: shelf),
      review: text("My Review").map(plainText),
      isSpoiler: ["true", "yes", "1"].contains(text("Spoiler")?.lowercased()),
      privateNotes: text("Private Notes").map(plainText),
      readCount: count("Read Count"),
      ownedCopies: count("Owned Copies"),
      raw: raw
    )
  }
}
