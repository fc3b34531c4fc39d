package import Cairn
package import CairnHTML
package import CairnReports

/// The page of a book, with an activity tab and a details tab.
package struct BookPage {
  let frame: PageFrame
  let book: EntryRow
  let isAbout: Bool
  let totals: EntryTotals
  let readings: [ReadingRow]
  let paces: Paces
  let forecast: BookForecast?
  let sessions: HistoryDays
  let zones: SessionZones
  /// The diversity facts, on the details tab.
  let described: DescribedBook?
  let conflicts: ConflictNotice
  let formError: FormError?

  /// Creates the page; `described` has the diversity facts, for the details tab.
  package init(
    frame: PageFrame,
    book: EntryRow,
    isAbout: Bool,
    totals: EntryTotals,
    readings: [ReadingRow],
    paces: Paces,
    forecast: BookForecast?,
    sessions: HistoryDays,
    zones: SessionZones,
    described: DescribedBook?,
    conflicts: ConflictNotice,
    formError: FormError?
  ) {
    (self.frame, self.book, self.isAbout, self.totals) = (frame, book, isAbout, totals)
    (self.readings, self.paces, self.forecast) = (readings, paces, forecast)
    (self.sessions, self.zones, self.described) = (sessions, zones, described)
    (self.conflicts, self.formError) = (conflicts, formError)
  }

  package var html: HTML {
    frame.page(
      book.title,
      in: .library,
      hue: .reading,
      """
      \(fragment: head)
      \(fragment: pageError.map { alert($0.error) })
      \(fragment: conflicts.html)
      \(fragment: BookActions(page: self).html)
      \(fragment: tabs)
      \(fragment: isAbout ? BookAbout(page: self).html : BookActivity(page: self).html)
      """
    )
  }

  /// An error that no form on the page shows.
  private var pageError: FormError? {
    formError.at(.book).flatMap { $0.typed["reading"] == nil ? $0 : nil }
  }

  private var head: HTML {
    """
    <header class="about"><span class="cover">\(fragment: GeneratedCover(book).large)</span>
    <div><h1><bdi>\(book.title)</bdi></h1>
    \(fragment: book.series.map { "<p class=\"quiet\"><bdi>\($0)</bdi></p>" })
    \(fragment: book.writers.map { "<p>\(fragment: $0)</p>" })
    <p class="line"><span class="state">\(book.status.title)</span>\
    \(fragment: book.isBorrowed ? "<span class=\"state paused\">Borrowed</span>" : nil)\
    \(fragment: book.rating.map { Stars(quarters: $0).html })</p>
    \(fragment: [.reading, .paused].contains(book.status) ? ProgressBar(book)?.html : nil)</div></header>
    """
  }

  private var tabs: HTML {
    """
    <nav class="tabs wide" aria-label="About this book"><ul>
    <li><a href="\(book.path)" aria-current="\(isAbout ? "false" : "page")">Activity</a></li>
    <li><a href="\(book.path)?tab=about" aria-current="\(isAbout ? "page" : "false")">About</a></li>
    </ul></nav>
    """
  }
}
