import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

/// The page of the books in one category of a dimension, or with an unknown category.
struct DiversityBooksPage {
  private let frame: PageFrame
  private let view: DiversityView
  private let dimension: Dimension
  /// The category; nil for the books where it is unknown.
  private let value: String?
  private let books: [DescribedBook]

  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(DiversityView.names.union(["dimension", "category", "done"]))
    frame = try await PageFrame(context)
    view = try await DiversityView(context)
    guard let dimension = context.target.query["dimension"].flatMap({ Dimension(name: $0) }) else {
      throw CairnError.field(
        "dimension",
        "takes \(Dimension.all.map(\.name).joined(separator: ", "))"
      )
    }
    self.dimension = dimension
    value = try context.target.query["category"].map { text throws(CairnError) in
      try dimension.value(typed: text)
    }
    let found = try await Diversity(of: context.log, view.scope, in: view.span.days)
    books = found.books(dimension, in: value)
  }

  private var title: String {
    "\(dimension.label): \(value.map { dimension.label(of: $0) } ?? DiversityText.unknown)"
  }

  var html: HTML {
    frame.page(
      title,
      in: .insights,
      """
      <header class="head"><h1><bdi>\(title)</bdi></h1></header>
      <p class="quiet">\(books.count == 1 ? "1 book" : "\(books.count) books"), \(view.words).
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
    <span class="quiet">\(fragment: .isolated(book.writers.map(\.name)))</span></div></li>

    """
  }
}
