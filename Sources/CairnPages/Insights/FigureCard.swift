import CairnHTML

/// A card with a figure: its definition behind ⓘ, and the table it rests on in its place.
struct FigureCard {
  let title: String
  /// The prefix of the element ids, unique on the page.
  let id: String
  /// What the figure is, how it is computed, and what is excluded.
  let definition: [String]
  /// The table, or several, each with a caption; nil for a figure that is its own table.
  var table: HTML?
  /// Whether the heading is only for screen readers, because the figure speaks for itself.
  var isTitleHidden = false
  let figure: HTML

  var html: HTML {
    """
    <section class="card statistic" aria-labelledby="\(id)">
    <header><h2 id="\(id)" class="\(isTitleHidden ? "hidden" : "")">\(title)</h2>\
    \(fragment: InfoButton(title: title, id: "\(id)-info", sentences: definition).html)</header>
    \(fragment: table.map(disclosure))
    <div class="fig">
    \(fragment: figure)
    </div></section>
    """
  }

  private func disclosure(_ table: HTML) -> HTML {
    """
    <details class="rests"><summary>Table</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="\(title), table">\(fragment: table)</div></details>
    """
  }
}

/// A round button that explains a figure in a popover, which needs no script.
struct InfoButton {
  let title: String
  let id: String
  let sentences: [String]

  var html: HTML {
    """
    <button type="button" class="tip" popovertarget="\(id)" aria-label="About: \(title)"><span>i</span></button>
    <div class="pop" id="\(id)" popover><h3>\(title)</h3>
    \(fragment: HTML(sentences.map { "<p>\($0)</p>\n" }))</div>
    """
  }
}

/// A table of figures with a caption for screen readers.
struct FigureTable {
  let caption: String
  let columns: [String]
  let rows: [Row]
  /// The row of totals; nil for none.
  var total: Row?

  /// A row with its heading, and where the heading leads.
  struct Row {
    let name: String
    var path: String?
    let cells: [String]
  }

  var html: HTML {
    """
    <table><caption class="hidden">\(caption)</caption>
    <thead><tr>\(fragment: HTML(columns.map { "<th scope=\"col\">\($0)</th>" }))</tr></thead>
    <tbody>
    \(fragment: HTML(rows.map(row)))</tbody>\
    \(fragment: total.map { "<tfoot>\(fragment: row($0))</tfoot>" })</table>
    """
  }

  private func row(_ row: Row) -> HTML {
    let name: HTML =
      row.path.map { "<a href=\"\($0)\"><bdi>\(row.name)</bdi></a>" } ?? "<bdi>\(row.name)</bdi>"
    let cells = row.cells.map { "<td>\($0)</td>" as HTML }
    return "<tr><th scope=\"row\">\(fragment: name)</th>\(fragment: HTML(cells))</tr>\n"
  }
}
