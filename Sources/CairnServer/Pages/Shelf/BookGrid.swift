import Cairn
import CairnHTTP
import CairnStore

/// Books as a list, each a link to its own page.
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
    <li class="book">\(fragment: Spine(book).html)
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
    let day = book.shownFinish.map { "<span class=\"quiet\">\($0.text)</span>" as HTML }
    let stars = book.rating.map { Stars(quarters: $0).html }
    return HTML([stars, day].compactMap(\.self))
  }
}

/// What stands for the cover of a book: a colour of its own and the first letters of its title.
struct Spine {
  private let book: EntryRow
  private let isLarge: Bool

  init(_ book: EntryRow, isLarge: Bool = false) {
    (self.book, self.isLarge) = (book, isLarge)
  }

  private var letters: String {
    let words = book.title.split { !$0.isLetter && !$0.isNumber }
    return words.prefix(2).compactMap { $0.first.map { String($0).uppercased() } }.joined()
  }

  /// FNV-1a, folded to the six colours of the style sheet.
  private var colour: UInt32 {
    book.title.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 } % 6
  }

  var html: HTML {
    """
    <span class="spine spine-\(colour)\(isLarge ? " large" : "")" aria-hidden="true">\(letters)</span>
    """
  }
}

/// How far a book is read.
struct ProgressBar {
  private let page: Int64
  private let pages: Int64

  /// Nil while page or page count are not known.
  init?(_ book: EntryRow) {
    guard let pages = book.pages, let page = book.shownPosition?.page(in: pages) else { return nil }
    (self.page, self.pages) = (page, pages)
  }

  var html: HTML {
    """
    <span class="progress"><progress max="\(pages)" value="\(page)" \
    aria-label="Page \(page) of \(pages)"></progress>
    <span class="quiet">\(page) of \(pages)</span></span>
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

extension EntryRow {
  /// Its page.
  var path: String { "/books/\(id.record.text)" }

  /// Its authors, each isolated; nil without any.
  var writers: HTML? {
    authors.map { .isolated($0.split(separator: ", ").map { String($0) }) }
  }
}
