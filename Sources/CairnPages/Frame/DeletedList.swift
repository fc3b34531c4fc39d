import Cairn
package import CairnHTML
package import CairnReports

/// The page of deleted books or stories, each with a restore button.
package struct DeletedList {
  private struct Row {
    let title: String
    /// The totals of its sessions.
    let text: String
    /// The address of the record.
    let path: String
    /// The form name that distinguishes the row from the others.
    let key: String
  }

  private let frame: PageFrame
  private let section: Section
  /// The plural name of the records: `books`.
  private let plural: String
  /// The list of existing records: its name and address.
  private let home: (name: String, path: String)
  private let rows: [Row]

  /// Creates the page of deleted books.
  package init(frame: PageFrame, books: [DeletedBookRow]) {
    (self.frame, section, plural) = (frame, .shelf, "books")
    home = ("Back to shelf", "/shelf")
    rows = books.map {
      Row(
        title: $0.title,
        text: Self.text($0.totals.time, Int64($0.totals.sessions)),
        path: "/books/\($0.id.record.text)",
        key: $0.shortID.text
      )
    }
  }

  /// Creates the page of deleted stories.
  package init(frame: PageFrame, stories: [DeletedStoryRow]) {
    (self.frame, section, plural) = (frame, .listening, "stories")
    home = ("Back to stories", "/stories")
    rows = stories.map {
      Row(
        title: $0.title,
        text: Self.text(.seconds($0.seconds), $0.sessions),
        path: "/stories/\($0.id.record.text)",
        key: $0.shortID.text
      )
    }
  }

  /// Returns `1h 05m in 2 sessions`.
  private static func text(_ time: Milliseconds, _ sessions: Int64) -> String {
    sessions > 0 ? "\(time.length) in \(counted(sessions, "session"))" : "no sessions"
  }

  package var html: HTML {
    frame.page(
      "Deleted \(plural)",
      in: section,
      """
      <header class="head"><h1>Deleted \(plural)</h1><p class="quiet"><a href="\(home.path)">\(home.name)</a></p></header>
      \(fragment: rows.isEmpty ? EmptyState("No deleted \(plural).", "", home).html : list)
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
    <span class="quiet">\(row.text)</span></div>
    <form method="post" action="\(row.path)/restore">
    \(fragment: frame.key("restore-\(row.key)"))
    <button aria-label="Restore \(row.title)">Restore</button></form></li>
    """
  }
}
