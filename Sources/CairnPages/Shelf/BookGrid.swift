import Cairn
import CairnHTML
import CairnReports

/// A list of books, each linked to its page.
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
    <li class="book">\(fragment: CoverPlaceholder(book).html)
    <div><a class="whole" href="\(book.path)"><strong><bdi>\(book.title)</bdi></strong></a>
    <span class="quiet">\(fragment: book.writers)</span>\(fragment: state(book))</div></li>
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

/// A placeholder for the cover of a book: a colour and the initials of its title.
struct CoverPlaceholder {
  private let book: EntryRow
  private let isLarge: Bool

  init(_ book: EntryRow, isLarge: Bool = false) {
    (self.book, self.isLarge) = (book, isLarge)
  }

  private var letters: String {
    let words = book.title.split { !$0.isLetter && !$0.isNumber }
    return words.prefix(2).compactMap { $0.first.map { String($0).uppercased() } }.joined()
  }

  /// The FNV-1a hash of the title modulo the six colours of the style sheet.
  private var colour: UInt32 {
    book.title.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 } % 6
  }

  var html: HTML {
    """
    <span class="spine spine-\(colour)\(isLarge ? " large" : "")" aria-hidden="true">\(letters)</span>
    """
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
