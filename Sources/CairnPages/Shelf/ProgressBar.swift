import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// A progress bar of the current page.
package struct ProgressBar {
  private let page: Int64
  private let pages: Int64

  /// Returns nil if the page or the number of pages is unknown.
  package init?(_ book: EntryRow) {
    guard let pages = book.pages, let page = book.displayedPosition?.page(in: pages) else {
      return nil
    }
    (self.page, self.pages) = (page, pages)
  }

  package var html: HTML {
    """
    <span class="progress"><progress max="\(pages)" value="\(page)" \
    aria-label="Page \(words)"></progress>
    <span class="quiet">\(words)</span></span>
    """
  }

  private var words: String { "\(grouped(page)) of \(grouped(pages))" }
}

extension EntryRow {
  package var path: String { "/books/\(id.record.text)" }

  /// The authors, each isolated; nil without any.
  package var writers: HTML? {
    authors.map { .isolated($0.parts(between: ", ")) }
  }
}
