import Cairn
package import CairnHTML

/// A page of deleted records of one kind, each with a restore button.
package struct DeletedList {
  package struct Row {
    package let title: String
    /// The totals of its sessions.
    package let text: String
    /// The address that restores the record.
    package let restore: String
    /// The form name that distinguishes the row from the others.
    package let key: String

    /// Creates the row.
    package init(title: String, text: String, restore: String, key: String) {
      (self.title, self.text, self.restore) = (title, text, restore)
      self.key = key
    }
  }

  package let frame: PageFrame
  package let section: Section
  /// The plural name of the records: `books`.
  package let plural: String
  /// The singular name.
  package let singular: String
  /// The list of existing records: its name and address.
  package let home: (name: String, path: String)
  package let rows: [Row]

  /// Creates the list.
  package init(
    frame: PageFrame,
    section: Section,
    plural: String,
    singular: String,
    home: (name: String, path: String),
    rows: [Row]
  ) {
    (self.frame, self.section, self.plural) = (frame, section, plural)
    (self.singular, self.home, self.rows) = (singular, home, rows)
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
    <form method="post" action="\(row.restore)">
    \(fragment: frame.key("restore-\(row.key)"))
    <button aria-label="Restore \(row.title)">Restore</button></form></li>
    """
  }

  /// Returns `1h 05m in 2 sessions`, or `never` without sessions.
  package static func text(_ time: String, _ sessions: Int64, never: String) -> String {
    sessions > 0 ? "\(time) in \(counted(sessions, "session"))" : never
  }
}
