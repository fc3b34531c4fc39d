import Cairn
import CairnExchange
import CairnHTML
import CairnHTTP
import CairnPages

/// The form that maps the columns of a book list or session table to fields.
struct ImportColumns {
  let job: ImportJobState
  let formError: FormError?

  /// Returns the name of the form field.
  static func name(of field: String) -> String { "column-\(field)" }

  private var listsSessions: Bool { job.format == .sessions }

  private var fields: [String] {
    listsSessions ? ReadingSessionTable.fields : ColumnField.all.map(\.name)
  }

  private var error: CairnError? {
    (formError?.error ?? job.problem).map {
      CairnError($0.code, $0.message, hint: "Match its columns below.")
    }
  }

  var html: HTML {
    """
    <details class="sheet card"\(flag: "open", error != nil)>
    <summary>Match columns</summary>
    \(fragment: error.map { alert($0) })
    <form method="post" action="\(job.path)">
    <div class="pair">
    \(fragment: HTML(fields.map(choice)))
    </div>
    \(fragment: listsSessions ? only : nil)
    \(fragment: Field.choice("dates", "Dates such as 1/2/2026", Self.orders, formError?.typed["dates"] ?? job.dates?.name ?? ""))
    \(fragment: job.toReadOption)
    \(fragment: unused)
    <button class="wide\(job.isUnclear ? " primary" : "")">Preview again</button>
    </form></details>
    """
  }

  private static let orders = [
    ("", "Not set"), ("dmy", "1 February (day first)"), ("mdy", "2 January (month first)"),
  ]

  private var none: [(value: String, words: String)] { [("", "none")] }

  private var columns: [(value: String, words: String)] { none + job.columns.map { ($0, $0) } }

  private func choice(_ field: String) -> HTML {
    let name = Self.name(of: field)
    let current = job.outcome.mapping?.columnNames[field] ?? job.specified[field]
    let chosen = formError?.typed[name] ?? current
    return Field.choice(name, Self.words[field] ?? Self.word(field), columns, chosen ?? "")
  }

  /// The filter of rows, because time trackers also export other activities.
  private var only: HTML {
    let column = formError?.typed["only-column"] ?? job.only.first?.column ?? ""
    let word = formError?.typed["only-word"] ?? job.only.first?.word ?? ""
    return """
      <div class="pair">
      \(fragment: Field.choice("only-column", "Only rows where", columns, column))
      \(fragment: Field.text("only-word", "is", word, hint: "Reading"))
      </div>
      """
  }

  private var unused: HTML? {
    guard let unused = job.outcome.mapping?.unused, !unused.isEmpty else { return nil }
    return "<p class=\"quiet\">Ignored columns: <bdi>\(unused.joined(separator: ", "))</bdi></p>"
  }
}

extension ImportColumns {
  /// Labels of fields where they differ from the name.
  private static let words = [
    "isbn": "ISBN", "reads": "Times read", "number": "Series number", "date": "Day",
    "start": "Start", "end-date": "End day", "end": "End", "length": "Duration",
    "start-page": "First page", "end-page": "Last page",
  ]

  private static func word(_ field: String) -> String {
    field.capitalizedFirst
  }
}

extension ImportJobState {
  /// A check box for the meaning of `to-read`; nil if the file does not contain it.
  var toReadOption: HTML? {
    guard offersWishlist else { return nil }
    return """
      <label class="check"><input type="checkbox" name="wishlist" value="yes"\(flag: "checked", importsToWishlist)> \
      Add “to read” books to the wishlist</label>
      """
  }
}
