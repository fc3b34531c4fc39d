import Cairn
import CairnHTTP
import CairnStore

/// The books that were deleted, each to be brought back.
struct DeletedPage {
  private let frame: PageFrame
  private let books: [DeletedBookRow]

  init(_ visit: Visit) async throws {
    try visit.allowQuery(["done"])
    frame = try await PageFrame(visit)
    books = try await visit.log.deletedBooks()
  }

  var html: HTML {
    frame.page(
      "Deleted books",
      in: .shelf,
      """
      <header class="head"><h1>Deleted books</h1><p class="quiet"><a href="/shelf">To the shelf</a></p></header>
      \(fragment: books.isEmpty ? empty : list)
      """
    )
  }

  private var empty: HTML { Empty("No book was deleted.", "", ("To the shelf", "/shelf")).html }

  private var list: HTML {
    """
    <ul class="rows card">\(fragment: HTML(books.map(row)))</ul>
    <p class="quiet">Their sessions count on: the time was spent.</p>
    """
  }

  private func row(_ book: DeletedBookRow) -> HTML {
    """
    <li class="row"><div><strong><bdi>\(book.title)</bdi></strong>
    <span class="quiet">\(Self.words(book.totals))</span></div>
    <form method="post" action="/books/\(book.id.record.text)/restore">
    \(fragment: frame.key("restore-\(book.shortID.text)"))
    <button aria-label="Restore \(book.title)">Restore</button></form></li>
    """
  }

  private static func words(_ totals: EntryTotals) -> String {
    guard totals.sessions > 0 else { return "never read here" }
    let plural = totals.sessions == 1 ? "" : "s"
    return "\(totals.time.length) in \(totals.sessions) session\(plural)"
  }
}
