import Cairn
import CairnHTML
import CairnReports

/// A grid of covers, each linked to the page of its book.
struct BookGrid {
  let books: [EntryRow]

  var html: HTML {
    """
    <ul class="books">
    \(fragment: HTML(books.map(item)))
    </ul>
    """
  }

  private func item(_ book: EntryRow) -> HTML {
    """
    <li class="book"><span class="cover">\(fragment: GeneratedCover(book).large)</span>
    <a class="whole" href="\(book.path)"><strong><bdi>\(book.title)</bdi></strong></a>
    <span class="quiet">\(fragment: book.writers)</span>\(fragment: state(book))</li>
    """
  }

  private func state(_ book: EntryRow) -> HTML? {
    switch book.status {
    case .reading, .paused: ProgressBar(book)?.html
    case .read: Self.finished(book)
    default: nil
    }
  }

  private static func finished(_ book: EntryRow) -> HTML? {
    let day = book.displayedFinish.map {
      "<span class=\"quiet\">\(CalendarText.date($0))</span>" as HTML
    }
    let stars = book.rating.map { Stars(quarters: $0).html }
    return HTML([stars, day].compactMap { $0 })
  }
}

extension GeneratedCover {
  /// Creates the cover of a book on the shelf.
  init(_ book: EntryRow) {
    self.init(title: book.title, author: book.authors ?? "")
  }
}

/// A rating, in quarter stars.
struct Stars {
  let quarters: Int64

  var html: HTML {
    let whole = Int(max(1, (quarters + 2) / 4))
    return """
      <span class="stars" role="img" aria-label="\((quarters * 25).hundredthsText) of 5 stars">\
      \(String(repeating: "★", count: min(5, whole)))\
      \(String(repeating: "☆", count: max(0, 5 - whole)))</span>
      """
  }
}
