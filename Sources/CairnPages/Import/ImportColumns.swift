import Cairn
import CairnHTML

/// The form that maps the columns of a book list or session table to fields.
package struct ImportColumns {
  let job: ImportJobView
  let choices: ColumnChoices
  let formError: FormError?

  /// Returns the name of the form field.
  package static func name(of field: String) -> String { "column-\(field)" }

  private var error: CairnError? {
    (formError?.error ?? job.problem).map {
      CairnError($0.code, $0.message, hint: "Match the columns below.")
    }
  }

  var html: HTML {
    """
    <details class="sheet card"\(flag: "open", error != nil)>
    <summary>Match columns</summary>
    \(fragment: error.map { alert($0) })
    <form method="post" action="\(job.path)">
    <div class="pair">
    \(fragment: HTML(choices.fields.map { choice($0, $1) }))
    </div>
    \(fragment: choices.listsSessions ? only : nil)
    \(fragment: Field.choice("dates", "Dates such as 1/2/2026", Self.orders, formError?.typed["dates"] ?? choices.dates ?? ""))
    \(fragment: job.toReadOption)
    \(fragment: unused)
    <button class="wide\(job.isUnclear ? " primary" : "")">Preview again</button>
    </form></details>
    """
  }

  private static let orders = [
    ("", "Not set"), ("dmy", "1 February (day first)"), ("mdy", "2 January (month first)"),
  ]

  private var columns: [(String, String)] { [("", "none")] + choices.columns.map { ($0, $0) } }

  private func choice(_ field: String, _ column: String?) -> HTML {
    let name = Self.name(of: field)
    let chosen = formError?.typed[name] ?? column
    return Field.choice(name, Self.words[field] ?? Self.word(field), columns, chosen ?? "")
  }

  /// The filter of rows, because time trackers also export other activities.
  private var only: HTML {
    let column = formError?.typed["only-column"] ?? choices.only?.column ?? ""
    let word = formError?.typed["only-word"] ?? choices.only?.word ?? ""
    return """
      <div class="pair">
      \(fragment: Field.choice("only-column", "Only rows where", columns, column))
      \(fragment: Field.text("only-word", "is", word, hint: "Reading"))
      </div>
      """
  }

  private var unused: HTML? {
    guard !choices.unused.isEmpty else { return nil }
    return
      "<p class=\"quiet\">Ignored columns: <bdi>\(choices.unused.joined(separator: ", "))</bdi></p>"
  }
}

package extension ImportColumns {
  /// Labels of fields where they differ from the name.
  private static let words = [
    "isbn": "ISBN", "isbn10": "ISBN-10", "reads": "Times read", "number": "Series number",
    "date": "Day", "end-date": "End day", "length": "Duration", "start-page": "First page",
    "end-page": "Last page",
  ]

  private static func word(_ field: String) -> String {
    String(field.map { $0 == "-" ? " " : $0 }).capitalizedFirst
  }
}

extension ImportJobView {
  /// A check box for the meaning of `to-read`; nil if the file does not contain it.
  var toReadOption: HTML? {
    guard let importsToWishlist else { return nil }
    return """
      <label class="check"><input type="checkbox" name="wishlist" value="yes"\(flag: "checked", importsToWishlist)> \
      Add “to read” books to the wishlist</label>
      """
  }
}
