import CairnHTTP

/// A page with what was deleted of one sort, each to be brought back.
struct DeletedList {
  struct Row {
    let title: String
    /// What its sessions add up to.
    let words: String
    /// The address of the form that brings it back.
    let restore: String
    /// Tells that form from those of the other rows.
    let key: String
  }

  let frame: PageFrame
  let section: Section
  /// What they are called: `books`.
  let things: String
  /// One of them.
  let thing: String
  /// The list of those that are there: its name and address.
  let home: (name: String, path: String)
  let rows: [Row]

  var html: HTML {
    frame.page(
      "Deleted \(things)",
      in: section,
      """
      <header class="head"><h1>Deleted \(things)</h1><p class="quiet"><a href="\(home.path)">\(home.name)</a></p></header>
      \(fragment: rows.isEmpty ? Empty("No \(thing) was deleted.", "", home).html : list)
      """
    )
  }

  private var list: HTML {
    """
    <ul class="rows card">\(fragment: HTML(rows.map(row)))</ul>
    <p class="quiet">Their sessions count on: the time was spent.</p>
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

  /// `1h 05m in 2 sessions`, or what is said where there was none.
  static func words(_ time: String, _ sessions: Int64, never: String) -> String {
    sessions > 0 ? "\(time) in \(sessions) session\(sessions == 1 ? "" : "s")" : never
  }
}
