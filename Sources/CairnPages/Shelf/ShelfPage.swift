import Cairn
package import CairnHTML
package import CairnReports

/// The Shelf page: all books, with search, filters and sort order.
package struct ShelfPage {
  private let frame: PageFrame
  private let query: ShelfQuery
  private let books: [EntryRow]
  private let counts: [ReadingStatus: Int]
  private let hasDeleted: Bool
  private let formError: FormError?

  /// Creates the page of the books found among all books of the shelf.
  package init(
    frame: PageFrame,
    query: ShelfQuery,
    found: [EntryRow],
    all: [EntryRow],
    hasDeleted: Bool,
    formError: FormError?
  ) {
    (self.frame, self.query, books) = (frame, query, query.sorted(found))
    counts = all.reduce(into: [:]) { $0[$1.status, default: 0] += 1 }
    (self.hasDeleted, self.formError) = (hasDeleted, formError)
  }

  private var total: Int { counts.values.reduce(0, +) }

  package var html: HTML {
    frame.page(
      "Library",
      in: .library,
      """
      <header class="head"><h1>Library</h1>\(fragment: LibraryTabs.html(at: "/shelf"))</header>
      \(fragment: search)
      \(fragment: total > 0 ? chips : nil)
      \(fragment: books.isEmpty ? empty : list)
      \(fragment: AddBookForm(frame: frame, formError: formError).html)
      \(fragment: more)
      """
    )
  }

  private var more: HTML? {
    guard total > 0 || hasDeleted else { return nil }
    return """
      <p class="more line">\(fragment: total > 0 ? "<a href=\"/import\">Import</a>" : nil)
      \(fragment: hasDeleted ? "<a href=\"/shelf/deleted\">Deleted books</a>" : nil)</p>
      """
  }

  private var search: HTML {
    """
    <form class="search" role="search" action="/shelf">
    <label class="hidden" for="q">Search the shelf</label>
    <input id="q" name="q" type="search" data-key="/" placeholder="Title, author, notes" \
    value="\(query.filter.words ?? "")">
    <label class="hidden" for="sort">Order</label>
    <select id="sort" name="sort" data-send>\(fragment: HTML(orders))</select>
    \(fragment: query.filter.status.map(hiddenStatus))
    <button>Search</button>
    </form>
    """
  }

  private var orders: [HTML] {
    let all: [(String, String)] =
      [("", "By status")] + ShelfOrder.all.map { ($0.name, "By \($0.text)") }
    return all.map { name, words in
      """
      <option value="\(name)"\(flag: "selected", name == query.order?.name ?? "")>\(words)</option>
      """
    }
  }

  private func hiddenStatus(_ status: ReadingStatus) -> HTML {
    "<input type=\"hidden\" name=\"status\" value=\"\(status.name)\">"
  }

  private var chips: HTML {
    let known = ReadingStatus.all.filter { counts[$0] != nil }
    return """
      <nav aria-label="Status"><ul class="chips">
      \(fragment: chip(nil, "All", total))
      \(fragment: HTML(known.map { chip($0, $0.title, counts[$0] ?? 0) }))
      </ul></nav>
      """
  }

  private func chip(_ status: ReadingStatus?, _ name: String, _ count: Int) -> HTML {
    """
    <li><a href="\(query.path(status))" \
    aria-current="\(status == query.filter.status ? "page" : "false")">\(name) \
    <span>\(count)</span></a></li>
    """
  }

  private var list: HTML {
    guard query.isInSections else { return BookGrid(books: books).html }
    let sections = ReadingStatus.all.compactMap { status -> HTML? in
      let own = books.filter { $0.status == status }
      return own.isEmpty ? nil : section(status, own)
    }
    return "<div class=\"shelf\">\(fragment: HTML(sections))</div>"
  }

  private func section(_ status: ReadingStatus, _ books: [EntryRow]) -> HTML {
    """
    <section aria-labelledby="s-\(status.name)">
    <h2 id="s-\(status.name)">\(status.title)</h2>
    \(fragment: BookGrid(books: books).html)
    </section>
    """
  }

  private var empty: HTML {
    guard query.isPlain else {
      return EmptyState("No books found.", "", ("All books", "/shelf")).html
    }
    return EmptyState(
      "No books yet.",
      "Books you start reading or add below show up here.",
      ("Start reading", "/"),
      ("Import books", "/import")
    ).html
  }
}

extension ReadingStatus {
  /// The label with its first letter in upper case: `To read`.
  var title: String { label.capitalizedFirst }
}

extension ShelfOrder {
  fileprivate var text: String {
    ["added": "day added", "started": "day started", "finished": "day finished"][name] ?? name
  }
}
