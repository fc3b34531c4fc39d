import Cairn
import CairnExchange
import CairnHTTP

/// The form that maps the columns of a book list or session table to fields.
struct ImportColumns {
  let job: ImportJobState
  let formError: FormError?

  /// Returns the name of the form field.
  static func name(of field: String) -> String { "column-\(field)" }

  private var isOfSessions: Bool { job.format == .sessions }

  private var fields: [String] {
    isOfSessions ? ReadingSessionTable.fields : ColumnField.all.map(\.name)
  }

  private var error: CairnError? {
    (formError?.error ?? job.problem).map {
      CairnError($0.code, $0.message, hint: "Say below what its columns hold.")
    }
  }

  var html: HTML {
    """
    <details class="sheet card"\(flag: "open", error != nil)>
    <summary>Which columns hold what</summary>
    \(fragment: error.map { alert($0) })
    <form method="post" action="\(job.path)">
    <div class="pair">
    \(fragment: HTML(fields.map(choice)))
    </div>
    \(fragment: isOfSessions ? only : nil)
    \(fragment: Field.choice("dates", "Dates such as 1/2/2026", Self.orders, formError?.typed["dates"] ?? job.dates?.name ?? ""))
    \(fragment: job.toReadOption)
    \(fragment: unused)
    <button class="wide\(job.isUnclear ? " primary" : "")">Look again</button>
    </form></details>
    """
  }

  private static let orders = [
    ("", "Not said"), ("dmy", "1 February: the day first"), ("mdy", "2 January: the month first"),
  ]

  private var none: [(value: String, words: String)] { [("", "none")] }

  private var columns: [(value: String, words: String)] { none + job.columns.map { ($0, $0) } }

  private func choice(_ field: String) -> HTML {
    let name = Self.name(of: field)
    let taken = job.findings.mapping?.columnNames[field] ?? job.said[field]
    let chosen = formError?.typed[name] ?? taken
    return Field.choice(name, Self.words[field] ?? Self.word(field), columns, chosen ?? "")
  }

  /// The filter of rows, because time trackers also export other activities.
  private var only: HTML {
    let column = formError?.typed["only-column"] ?? job.only.first?.column ?? ""
    let word = formError?.typed["only-word"] ?? job.only.first?.word ?? ""
    return """
      <div class="pair">
      \(fragment: Field.choice("only-column", "Only rows in which", columns, column))
      \(fragment: Field.text("only-word", "says", word, hint: "Reading"))
      </div>
      """
  }

  private var unused: HTML? {
    guard let unused = job.findings.mapping?.unused, !unused.isEmpty else { return nil }
    return "<p class=\"quiet\">Not taken: <bdi>\(unused.joined(separator: ", "))</bdi></p>"
  }
}

extension ImportColumns {
  /// Labels of fields where they differ from the name.
  private static let words = [
    "isbn": "ISBN", "reads": "Times read", "number": "Number in the series", "date": "Day",
    "start": "From", "end-date": "Day of the end", "end": "Until", "length": "How long",
    "start-page": "First page", "end-page": "Last page",
  ]

  private static func word(_ field: String) -> String {
    field.prefix(1).uppercased() + field.dropFirst()
  }
}

extension ImportJobState {
  /// A check box for the meaning of `to-read`; nil if the file does not contain it.
  var toReadOption: HTML? {
    guard mayContainWishes else { return nil }
    return """
      <label class="check"><input type="checkbox" name="wishlist" value="yes"\(flag: "checked", importsToWishlist)> \
      “To read” means that I want it, not that I have it</label>
      """
  }
}
