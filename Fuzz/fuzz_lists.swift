import Cairn
import CairnExchange

/// The lists of books that are read by the names of their columns, each with a header of its own.
private let lists: [(format: FileFormat, header: String)] = [
  (
    .goodreads,
    "Book Id,Title,Author,Exclusive Shelf,ISBN,My Rating,Date Read,Read Count,Additional Authors"
  ),
  (
    .storygraph,
    "Title,Authors,ISBN/UID,Read Status,Dates Read,Last Date Read,Read Count,Star Rating,Owned?"
  ),
  (
    .librarything,
    "Book Id\tTitle\tPrimary Author\tCollections\tDate Started\tDate Read\tISBN\tISBNs\t"
      + "Secondary Author\tSecondary Author Roles"
  ),
  (.csv, "title;author;isbn;status;rating;started;finished;pages;year;tags;reads"),
  (.librarything, ""),
  (.openreads, "title,author,status,readings,book_format,isbn,tags,rating,date_added,subtitle"),
]

/// The first byte chooses a program, the others are its rows: every book of any of them is possible.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLists(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = try? FileFormat(sniffing: bytes)
  guard let first = bytes.first else { return 0 }
  let list = lists[Int(first) % lists.count]
  let header = list.header.isEmpty ? [] : Array(list.header.utf8) + [0x0A]
  let file = header + bytes.dropFirst()
  let library = (try? list.format.library(file)) ?? (try? AnyListImport.parse(file))?.library
  guard let library else { return 0 }
  library.books.forEach(check)
  let lines = library.issues.map(\.line)
  precondition(zip(lines, lines.dropFirst()).allSatisfy { $0 <= $1 }, "issues out of order")
  let plan = library.plan(for: LibraryIndex(), today: LocalDay(number: 20_000))
  let told = Set(plan.items.compactMap(\.line)).union(plan.issues.compactMap(\.line))
  let again = library.books.filter { !told.contains($0.line) }
  precondition(again.allSatisfy { book in isJoined(book, in: library) }, "a book that is lost")
  return 0
}

/// Whether there is another row of the same book, which may have taken this one in.
private func isJoined(_ book: ImportedBook, in library: ImportedLibrary) -> Bool {
  library.books.contains { other in
    let isTitled = folded(other.title) == folded(book.title) || book.series != nil
    return other.line != book.line && (isTitled || book.isbn != nil && other.isbn == book.isbn)
  }
}

private func check(_ book: ImportedBook) {
  precondition(!book.title.isEmpty && !book.key.isEmpty, "a book without a title")
  precondition(book.quarterStars.map { (1...20).contains($0) } ?? true, "an impossible rating")
  precondition(book.pages.map { $0 > 0 } ?? true, "an impossible number of pages")
  precondition(book.isbn == nil || book.invalidISBN == nil, "a number both right and wrong")
  precondition(Set(book.shelves).count == book.shelves.count, "a shelf twice")
  for reading in book.readings {
    if let began = reading.started, let ended = reading.ended {
      precondition(began <= ended, "a reading that ends before it begins")
    }
  }
  let open = book.readings.filter { $0.outcome == nil }
  precondition(open.count <= 1, "two readings under way")
  let raw = try? JSON(parsing: Array(book.raw.utf8))
  precondition(raw?.canonicalText == book.raw, "a row that is no canonical JSON")
}
