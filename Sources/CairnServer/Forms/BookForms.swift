import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnJSON
import CairnPages
import CairnReports
import CairnStore

/// The handlers of a book's page and its forms.
enum BookForms {
  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await BookPage(context).html)
  }

  static let finished: Handler = { context in
    HTTPResponse(.ok, page: try await FinishPage(context).html)
  }

  /// Rates a finished book and keeps the line about it; Save leads to Today, a star stays.
  static let rate: Handler = { context in
    let (form, id) = (try context.form(), try context.bookID())
    let key = context.key(in: form)
    do {
      let (edit, path) = (try BookEdit(rating: form), "/books/\(id.record.text)/finished")
      try await context.apply(key) { try EditBook(id, edit).run(in: $0) }
      return context.done(key, at: form["done"] == nil ? path : "/")
    } catch let error as CairnError where error.code != "reading.not_on_shelf" {
      let formError = FormError(context, formID: .rating, error: error, typed: form)
      return HTTPResponse(
        Problem(error).status,
        page: try await FinishPage(context, formError).html
      )
    }
  }

  static let status: Handler = { context in
    try await change(context) { form in
      guard let status = form["status"].flatMap({ ReadingStatus(name: $0) }) else {
        throw CairnError.choose("a status")
      }
      let zone = context.zone.name
      return { try ChangeStatus(status, $1, zone: zone).run(in: $0) }
    }
  }

  static let position: Handler = { context in
    try await change(context) { form in
      guard let page = try form.number("page") else { return { _, _ in } }
      let zone = context.zone.name
      return { try UpdatePosition(.page(page), in: $1, zone: zone).run(in: $0) }
    }
  }

  static let edit: Handler = { context in
    try await change(context, .about) { form in
      let edit = try BookEdit(form.saved)
      return { try EditBook($1, edit).run(in: $0) }
    }
  }

  static let facts: Handler = { context in
    try await change(context, .facts) { form in
      { writer, id in
        let known = try writer.describedBook(id)?.facts ?? KnownFacts()
        let kinds = FactKind.ofWorks + FactKind.overrides
        try EditFacts(of: .book(id), form.saved, kinds, over: known).run(in: writer)
      }
    }
  }

  static let delete: Handler = { context in
    try await change(context, at: "/shelf") { _ in { try DeleteBook($1).run(in: $0) } }
  }

  static let restore: Handler = { context in
    try await change(context) { _ in { try RestoreBook($1).run(in: $0) } }
  }

  static let merge: Handler = { context in
    try await change(context) { form in
      guard let other = form["other"].flatMap({ RecordID(text: $0) }) else {
        throw CairnError.choose("a book")
      }
      return { try MergeBooks($1, Identifier(other)).run(in: $0) }
    }
  }

  static let dates: Handler = { context in
    let reading = try context.readingID()
    return try await change(context) { sent in
      let form = sent.saved
      var dates = try DateEdits(form)
      switch form["clear"] {
      case "started": dates.started = .clear
      case "finished": dates.finished = .clear
      case "stopped": dates.stopped = .clear
      default: break
      }
      let (edits, zone) = (try ReadingEdits(form), context.zone.name)
      return { [dates] in try EditReading(reading, of: $1, dates, edits, zone: zone).run(in: $0) }
    }
  }

  static let again: Handler = { context in
    let id = try context.bookID()
    return try await change(context) { form in
      let add = try AddReading(of: id, form, zone: context.zone.name)
      guard add.finished != nil else { throw CairnError.choose("the date you finished it") }
      return { writer, _ in try add.run(in: writer) }
    }
  }

  static let deleteReading: Handler = { context in
    let reading = try context.readingID()
    return try await change(context) { _ in { try DeleteReading(reading, of: $1).run(in: $0) } }
  }

  private typealias Rule = @Sendable (LogWriter, Identifier<Entry>) throws -> Void

  /// Applies a form to the book in the path and redirects to its page.
  private static func change(
    _ context: AuthenticatedContext,
    _ formID: FormError.FormID = .book,
    at path: String? = nil,
    _ rule: (FormValues) throws -> Rule
  ) async throws -> HTTPResponse {
    let (form, id) = (try context.form(), try context.bookID())
    let key = context.key(in: form)
    let isAbout = [.about, .facts].contains(formID) || form["tab"] == "about"
    let own = "/books/\(id.record.text)" + (isAbout ? "?tab=about" : "")
    do {
      let rule = try rule(form)
      try await context.apply(key) { try rule($0, id) }
      return context.done(key, at: path ?? own)
    } catch let error as CairnError where error.code != "reading.not_on_shelf" {
      let formError = FormError(context, formID: formID, error: error, typed: form)
      return HTTPResponse(Problem(error).status, page: try await BookPage(context, formError).html)
    }
  }
}

extension AuthenticatedContext {
  /// Returns the reading in the path; throws `request.not_found` for an invalid id.
  fileprivate func readingID() throws(CairnError) -> Identifier<ReadThrough> {
    guard let id = captures["reading"].flatMap({ RecordID(text: $0) }) else { throw .noSuchPage }
    return Identifier(id)
  }
}

extension BookEdit {
  /// Reads the stars and the line of the page that follows the end of a book.
  fileprivate init(rating form: FormValues) throws(CairnError) {
    self.init()
    if let stars = try form.number("stars"), (1...5).contains(stars) { rating = stars * 4 }
    review = form.touched["review"]
  }
}
