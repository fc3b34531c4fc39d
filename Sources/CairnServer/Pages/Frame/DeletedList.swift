import CairnHTTP

/// A page of deleted records of one kind, each with a restore button.
struct DeletedList {
  struct Row {
    let title: String
    /// The totals of its sessions.
    let words: String
    /// The address that restores the record.
    let restore: String
    /// The form name that distinguishes the row from the others.
    let key: String
  }

  let frame: PageFrame
  let section: Section
  /// The plural name of the records: `books`.
  let plural: String
  /// The singular name.
  let singular: String
  /// The list of existing records: its name and address.
  let home: (name: String, path: String)
  let rows: [Row]

  var html: HTML {
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
    <span class="quiet">\(row.words)</span></div>
    <form method="post" action="\(row.restore)">
    \(fragment: frame.key("restore-\(row.key)"))
    <button aria-label="Restore \(row.title)">Restore</button></form></li>
    """
  }

  /// Returns `1h 05m in 2 sessions`, or `never` without sessions.
  static func words(_ time: String, _ sessions: Int64, never: String) -> String {
    sessions > 0 ? "\(time) in \(sessions) session\(sessions == 1 ? "" : "s")" : never
  }
}
