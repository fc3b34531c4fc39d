package import Cairn
package import CairnHTML

/// The page of the books in one category of a dimension, or with an unknown category.
package struct DiversityBooksPage {
  private let frame: PageFrame
  private let view: DiversityView
  private let dimension: Dimension
  /// The category; nil for the books where it is unknown.
  private let value: String?
  private let books: [DescribedBook]

  /// Creates the page.
  package init(
    frame: PageFrame,
    view: DiversityView,
    dimension: Dimension,
    value: String?,
    books: [DescribedBook]
  ) {
    (self.frame, self.view, self.dimension) = (frame, view, dimension)
    (self.value, self.books) = (value, books)
  }

  private var title: String {
    "\(dimension.label): \(value.map { dimension.label(of: $0) } ?? DiversityText.unknown)"
  }

  package var html: HTML {
    frame.page(
      title,
      in: .insights,
      """
      <header class="head"><h1><bdi>\(title)</bdi></h1></header>
      <p class="quiet">\(view.text(of: books.count)).
      <a href="/insights/diversity?\(view.query)">Back to diversity</a></p>
      \(fragment: value == nil && dimension.fact != nil ? ask : nil)
      \(fragment: books.isEmpty ? EmptyState(DiversityText.noBooksThere, "").html : list)
      """
    )
  }

  private var ask: HTML? {
    guard Dimension.core.contains(dimension), !books.isEmpty else { return nil }
    return """
      <p class="actions"><a class="button primary" href="/ask?dimension=\(dimension.name)">\
      Answer a question</a></p>
      """
  }

  private var list: HTML { "<ul class=\"rows card\">\(fragment: HTML(books.map(row)))</ul>" }

  private func row(_ book: DescribedBook) -> HTML {
    """
    <li class="row"><div><a class="whole" href="/books/\(book.entry.record.text)?tab=about">\
    <strong><bdi>\(book.title)</bdi></strong></a>
    <span class="quiet">\(fragment: .isolated(book.writers.map { $0.name }))</span></div></li>

    """
  }
}
