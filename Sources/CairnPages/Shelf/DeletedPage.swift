import Cairn
package import CairnHTML
package import CairnReports

/// The page of deleted books, each with a restore button.
package struct DeletedPage {
  private let frame: PageFrame
  private let books: [DeletedBookRow]

  /// Creates the page.
  package init(frame: PageFrame, books: [DeletedBookRow]) {
    (self.frame, self.books) = (frame, books)
  }

  package var html: HTML {
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
      text: DeletedList.text(
        totals.time.length,
        Int64(totals.sessions),
        never: "no sessions"
      ),
      restore: "/books/\(book.id.record.text)/restore",
      key: book.shortID.text
    )
  }
}
