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
      let (dates, zone) = (try DateEdits(form), context.zone.name)
      var edits = ReadingEdits()
      if form["rating"] != nil { edits.rating = .some(try form.rating()) }
      return { [edits] in try EditReading(reading, of: $1, dates, edits, zone: zone).run(in: $0) }
    }
  }

  static let again: Handler = { context in
    try await change(context) { form in
      let (started, zone) = (try form.date("started"), context.zone.name)
      guard let finished = try form.date("finished") else {
        throw CairnError.choose("the date you finished it")
      }
      return { try AddReading(of: $1, from: started, to: finished, zone: zone).run(in: $0) }
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

extension DateEdits {
  /// Parses dates; an empty field or its Clear button makes a date unknown.
  fileprivate init(_ form: FormValues) throws(CairnError) {
    self.init()
    started = try Self.edit("started", form)
    finished = try Self.edit("finished", form)
    stopped = try Self.edit("stopped", form)
  }

  private static func edit(_ name: String, _ form: FormValues) throws(CairnError) -> DateEdit {
    if form["clear"] == name { return .clear }
    guard form[name] != nil else { return .keep }
    return try form.date(name).map { .set($0) } ?? .clear
  }
}

extension FormValues {
  /// Returns a rating in quarter stars; nil without one; throws `request.field`.
  fileprivate func rating() throws(CairnError) -> Int64? {
    guard let quarters = try number("rating") else { return nil }
    guard (1...20).contains(quarters) else { throw .field("rating", "takes 1 to 20 quarter stars") }
    return quarters
  }

  /// Returns a number; the inner nil clears the value, the outer nil (no such field) keeps it.
  fileprivate func edited(_ name: String) throws(CairnError) -> Int64?? {
    self[name] == nil ? nil : .some(try number(name))
  }

  fileprivate func editedText(_ name: String, limit: Int = 1_000) throws(CairnError) -> String? {
    self[name] == nil ? nil : try text(name, limit: limit) ?? ""
  }
}

extension BookEdit {
  /// Parses the form that edits a book; an empty field clears.
  fileprivate init(_ form: FormValues) throws(CairnError) {
    self.init()
    title = form["title"] == nil ? nil : try form.text("title") ?? ""
    authors = try form.names("authors")
    notes = try form.editedText("notes", limit: InputField.longTextLimit)
    review = try form.editedText("review", limit: InputField.longTextLimit)
    edition.pages = try form.edited("pages")
    edition.year = try form.edited("year")
    edition.publisher = try form.editedText("publisher")
    edition.format = try form.editedText("format")
    edition.language = try form.editedText("language")
    edition.isbn =
      try form.text("isbn").map { text throws(CairnError) in try ISBN(text).text }
      ?? form["isbn"]
  }
}
