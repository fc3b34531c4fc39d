import CairnHTTP
import Cairn

/// The form that adds a book.
struct AddBookForm {
  let frame: PageFrame
  let formError: FormError?

  private func typed(_ name: String) -> String { formError?.typed[name] ?? "" }

  var html: HTML {
    """
    <details class="sheet card"\(flag: "open", formError != nil)>
    <summary>Add a book</summary>
    \(fragment: formError.map { alert($0.error) })
    <form method="post" action="/books" data-keep="yes">
    \(fragment: frame.key("add"))
    \(fragment: Field.text("title", "Title", typed("title")))
    \(fragment: Field.text("authors", "Authors", typed("authors"), hint: "Separate names with ;"))
    <div class="pair">
    \(fragment: Field.number("pages", "Pages", typed("pages")))
    \(fragment: Field.choice("status", "Status", Self.statuses, typed("status")))
    </div>
    <button class="wide primary">Add</button>
    </form>
    </details>
    """
  }

  static let statuses: [(String, String)] =
    [ReadingStatus.toRead, .wishlist, .reading, .read].map { ($0.name, $0.title) }
}

extension Field {
  static func choice(
    _ name: String,
    _ label: String,
    _ all: [(value: String, words: String)],
    _ chosen: String
  ) -> HTML {
    let options = all.map { value, words -> HTML in
      """
      <option value="\(value)"\(flag: "selected", value == chosen)>\(words)</option>
      """
    }
    return """
      <div class="field"><label for="\(name)">\(label)</label>
      <select id="\(name)" name="\(name)">\(fragment: HTML(options))</select></div>
      """
  }

  static func long(_ name: String, _ label: String, _ value: String) -> HTML {
    """
    <div class="field"><label for="\(name)">\(label)</label>
    <textarea id="\(name)" name="\(name)" rows="3">\n\(value)</textarea></div>
    """
  }
}
