import Cairn
import CairnHTML

/// The form that adds a book.
struct AddBookForm {
  let frame: PageFrame
  let formError: FormError?

  private func typed(_ name: String) -> String { formError?.typed[name] ?? "" }

  var html: HTML {
    """
    <details class="sheet card" id="new-book"\(flag: "open", formError != nil)>
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
