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
      let new = try NewBook(form.filled)
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
