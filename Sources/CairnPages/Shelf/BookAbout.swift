import Cairn
import CairnHTML
import CairnReports

/// The details of a book, and the form that edits them.
struct BookAbout {
  let page: BookPage

  private var book: EntryRow { page.book }

  var html: HTML {
    """
    <section class="card" aria-label="Details">\(fragment: facts)
    \(fragment: labels("Shelves", book.shelves, "shelf"))
    \(fragment: labels("Tags", book.tags, "tag"))
    \(fragment: text("Notes", book.notes))\(fragment: text("Review", book.review))</section>
    \(fragment: page.described.map { BookFacts(page: page, book: $0).html })
    \(fragment: edit)
    \(fragment: delete)
    """
  }

  private var facts: HTML {
    DescriptionList([
      ("ISBN", book.isbn), ("Publisher", book.publisher), ("Published", book.year.map { "\($0)" }),
      ("First published", book.firstYear.map { "\($0)" }), ("Pages", book.pages.map { "\($0)" }),
      ("Format", book.format), ("Language", book.language),
      ("Added", book.added.flatMap { PartialDay(text: $0) }.map(CalendarText.date)),
      ("Started", book.displayedStart.map(CalendarText.date)),
      ("Finished", book.displayedFinish.map(CalendarText.date)),
      ("Days to read", book.days.map { "\($0)" }), ("Reason", book.reason),
    ]).html
  }

  private func text(_ name: String, _ text: String?) -> HTML? {
    text.map { "<h2>\(name)</h2><p class=\"note\">\($0)</p>" }
  }

  private func labels(_ name: String, _ lines: String?, _ kind: String) -> HTML? {
    guard let lines else { return nil }
    let links = lines.split(separator: "\n").map { label -> HTML in
      """
      <li><a href="/shelf?\(kind)=\(PercentCoding.encoded(String(label)))">\(String(label))</a></li>
      """
    }
    return "<h2>\(name)</h2><ul class=\"chips\">\(fragment: HTML(links))</ul>"
  }

  private var formError: FormError? { page.formError.at(.about) }

  private static let names = [
    "title", "pages", "isbn", "publisher", "year", "format", "language", "notes", "review",
  ]

  private func own(_ name: String) -> String {
    switch name {
    case "title": book.title
    case "pages": book.pages.map { "\($0)" } ?? ""
    case "isbn": book.isbn ?? ""
    case "publisher": book.publisher ?? ""
    case "year": book.year.map { "\($0)" } ?? ""
    case "format": book.format ?? ""
    case "language": book.language ?? ""
    case "notes": book.notes ?? ""
    case "review": book.review ?? ""
    default: ""
    }
  }

  private func value(_ name: String) -> String { formError?.typed[name] ?? own(name) }

  private var edit: HTML {
    """
    <details class="sheet card"\(flag: "open", formError != nil)><summary>Edit</summary>
    \(fragment: formError.map { alert($0.error) })
    <form method="post" action="\(book.path)/edit" data-keep="yes">
    \(fragment: page.frame.key("edit"))
    \(fragment: OriginalValues.html(Self.names, formError?.typed, own))
    \(fragment: Field.text("title", "Title", value("title")))
    \(fragment: Field.text("authors", "Authors", value("authors"), hint: book.authors ?? "Separate names with ;"))
    <div class="pair">\(fragment: Field.number("pages", "Pages", value("pages")))
    \(fragment: Field.text("isbn", "ISBN", value("isbn")))</div>
    <div class="pair">\(fragment: Field.text("publisher", "Publisher", value("publisher")))
    \(fragment: Field.number("year", "Published", value("year")))</div>
    <div class="pair">\(fragment: Field.text("format", "Format", value("format")))
    \(fragment: Field.text("language", "Language", value("language")))</div>
    \(fragment: Field.long("notes", "Notes", value("notes")))
    \(fragment: Field.long("review", "Review", value("review")))
    <button class="wide primary">Save</button>
    </form></details>
    """
  }

  private var delete: HTML {
    """
    <details class="sheet card"><summary>Delete</summary>
    <form method="post" action="\(book.path)/delete" data-keep="yes">
    \(fragment: page.frame.key("delete"))
    <p>Removes the book; its time still counts. You can undo this.</p>
    <button class="danger wide">Delete</button></form></details>
    """
  }
}
