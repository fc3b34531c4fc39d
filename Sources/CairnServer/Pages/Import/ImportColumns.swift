import Cairn
import CairnExchange
import CairnHTTP

/// The form that says which columns of a list hold what.
struct ImportColumns {
  let sheet: ImportSheet
  let mishap: Mishap?

  /// The name of the field of the form.
  static func name(of field: ColumnField) -> String { "column-\(field.name)" }

  private var error: CairnError? {
    (mishap?.error ?? sheet.problem).map {
      CairnError($0.code, $0.message, hint: "Say below what its columns hold.")
    }
  }

  var html: HTML {
    """
    <details class="sheet card"\(flag: "open", error != nil)>
    <summary>Which columns hold what</summary>
    \(fragment: error.map { alert($0) })
    <form method="post" action="\(sheet.path)">
    <div class="pair">
    \(fragment: HTML(ColumnField.all.map(choice)))
    </div>
    \(fragment: Field.choice("dates", "Dates such as 1/2/2026", Self.orders, mishap?.typed["dates"] ?? sheet.dates?.name ?? ""))
    \(fragment: unused)
    <button class="wide\(sheet.isUnclear ? " primary" : "")">Look again</button>
    </form></details>
    """
  }

  private static let orders = [
    ("", "Not said"), ("dmy", "1 February: the day first"), ("mdy", "2 January: the month first"),
  ]

  private func choice(_ field: ColumnField) -> HTML {
    let all = [("", "none")] + sheet.columns.map { ($0, $0) }
    let name = Self.name(of: field)
    let chosen = mishap?.typed[name] ?? sheet.findings.mapping?[field] ?? sheet.said[field.name]
    return Field.choice(name, field.words, all, chosen ?? "")
  }

  private var unused: HTML? {
    guard let unused = sheet.findings.mapping?.unused, !unused.isEmpty else { return nil }
    return "<p class=\"quiet\">Not taken: <bdi>\(unused.joined(separator: ", "))</bdi></p>"
  }
}

extension ColumnField {
  /// What it is called on a form.
  fileprivate var words: String {
    let words = ["isbn": "ISBN", "reads": "Times read", "number": "Number in the series"]
    return words[name] ?? name.prefix(1).uppercased() + name.dropFirst()
  }
}
