import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnPages
import CairnStore

/// The handlers of the Shelf page and the form that adds a book.
enum ShelfForms {
  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await ShelfPage(context).html)
  }

  static let deleted: Handler = { context in
    try context.allowQuery(["done"])
    let frame = try await PageFrame(context)
    let page = DeletedList(
      frame: frame,
      .books,
      try await context.log.deletedBooks().map { .init($0) }
    )
    return HTTPResponse(.ok, page: page.html)
  }

  static let add: Handler = { context in
    let form = try context.form()
    let (key, zone) = (context.key(in: form), context.zone.name)
    do {
      let new = try NewBook(form)
      let path = try await context.log.write(once: key) { writer in
        "/books/" + (try AddBook(new, zone: zone).run(in: writer)).entry.id.record.text
      }
      return context.done(key, at: path)
    } catch let error as CairnError {
      let formError = FormError(context, formID: .book, error: error, typed: form)
      return HTTPResponse(Problem(error).status, page: try await ShelfPage(context, formError).html)
    }
  }
}

extension NewBook {
  /// Parses the form that adds a book; throws `request.field`.
  fileprivate init(_ form: FormValues) throws(CairnError) {
    self.init(
      title: try form.text("title") ?? "",
      authors: try form.names("authors") ?? [],
      pages: try form.number("pages"),
      status: form["status"].flatMap { ReadingStatus(name: $0) } ?? .toRead
    )
  }
}

extension FormValues {
  /// Returns names separated by semicolons; nil if the field is empty.
  func names(_ name: String) throws(CairnError) -> [String]? {
    guard let text = try text(name) else { return nil }
    let spaces: (Character) -> Bool = { $0.isWhitespace }
    return text.split(separator: ";").map { part in
      let rest = part.drop(while: spaces)
      return String(rest.dropLast(rest.reversed().prefix(while: spaces).count))
    }.filter { !$0.isEmpty }
  }

  /// Returns a partial date, `2025`, `2025-03` or `2025-03-05`; nil if the field is empty.
  func date(_ name: String) throws(CairnError) -> PartialDay? {
    guard let text = try text(name, limit: 40) else { return nil }
    guard let date = PartialDay(text: text) else {
      throw CairnError(
        "request.field",
        "“\(text)” is not a date.",
        hint: "Enter a day, a month or a year: 2025-03-05, 2025-03, 2025."
      )
    }
    return date
  }
}
