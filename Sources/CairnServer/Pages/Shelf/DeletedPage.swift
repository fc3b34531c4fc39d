import Cairn
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

/// The page of deleted books, each with a restore button.
struct DeletedPage {
  private let frame: PageFrame
  private let books: [DeletedBookRow]

  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["done"])
    frame = try await PageFrame(context)
    books = try await context.log.deletedBooks()
  }

  var html: HTML {
    DeletedList(
      frame: frame,
      section: .shelf,
      plural: "books",
      singular: "book",
      home: ("Back to shelf", "/shelf"),
      rows: books.map(row)
    ).html
  }

  private func row(_ book: DeletedBookRow) -> DeletedList.Row {
    let totals = book.totals
    return DeletedList.Row(
      title: book.title,
      words: DeletedList.words(
        totals.time.length,
        Int64(totals.sessions),
        never: "no sessions"
      ),
      restore: "/books/\(book.id.record.text)/restore",
      key: book.shortID.text
    )
  }
}
