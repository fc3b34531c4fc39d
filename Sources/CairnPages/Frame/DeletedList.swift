import Cairn
package import CairnHTML
package import CairnReports

/// The page of deleted records of a kind, each with a restore button.
package struct DeletedList {
  /// A kind of record with such a page.
  package struct Kind: Sendable {
    let section: Section
    /// The plural name of the records, which is their path.
    let plural: String
    /// The list of existing records: its name and address.
    let home: (name: String, path: String)

    package static let books = Kind(.library, "books", ("Back to library", "/shelf"))
    package static let stories = Kind(.library, "stories", ("Back to stories", "/stories"))

    private init(_ section: Section, _ plural: String, _ home: (name: String, path: String)) {
      (self.section, self.plural, self.home) = (section, plural, home)
    }
  }

  /// A deleted record with the totals of its sessions.
  package struct Row {
    let id: RecordID
    let title: String
    let time: Milliseconds
    let sessions: Int64

    package init(_ book: DeletedBookRow) {
      (id, title) = (book.id.record, book.title)
      (time, sessions) = (book.totals.time, Int64(book.totals.sessions))
    }

    package init(_ story: DeletedStoryRow) {
      (id, title) = (story.id.record, story.title)
      (time, sessions) = (.seconds(story.seconds), story.sessions)
    }
  }

  private let frame: PageFrame
  private let kind: Kind
  private let rows: [Row]

  /// Creates the page.
  package init(frame: PageFrame, _ kind: Kind, _ rows: [Row]) {
    (self.frame, self.kind, self.rows) = (frame, kind, rows)
  }

  /// Returns `1h 05m in 2 sessions`.
  private func text(_ row: Row) -> String {
    row.sessions > 0
      ? "\(row.time.length) in \(counted(row.sessions, "session"))" : "no sessions"
  }

  package var html: HTML {
    frame.page(
      "Deleted \(kind.plural)",
      in: kind.section,
      """
      <header class="head"><h1>Deleted \(kind.plural)</h1><p class="quiet"><a href="\(kind.home.path)">\(kind.home.name)</a></p></header>
      \(fragment: rows.isEmpty ? EmptyState("No deleted \(kind.plural).", "", kind.home).html : list)
      """
    )
  }

  private var list: HTML {
    """
    <ul class="rows card">\(fragment: HTML(rows.map(row)))</ul>
    <p class="quiet">Their sessions still count in your stats.</p>
    """
  }

  private func row(_ row: Row) -> HTML {
    """
    <li class="row"><div><strong><bdi>\(row.title)</bdi></strong>
    <span class="quiet">\(text(row))</span></div>
    <form method="post" action="/\(kind.plural)/\(row.id.text)/restore">
    \(fragment: frame.key("restore-\(ShortID(row.id).text)"))
    <button aria-label="Restore \(row.title)">Restore</button></form></li>
    """
  }
}
