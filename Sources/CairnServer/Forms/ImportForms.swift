import Cairn
import CairnExchange
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore
import CairnAccounts
import CairnTransfer

/// The handlers of the Import pages and their forms.
enum ImportForms {
  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await ImportPage(context).html)
  }

  /// Stores an uploaded file and redirects to its preview.
  static let send: Handler = { context in
    do {
      let job = try await plan(context)
      return .seeOther(job.path)
    } catch let error as CairnError {
      let page = try await ImportPage(context, error)
      return Problem(error).response(page: page.html)
    }
  }

  private static func plan(_ context: AuthenticatedContext) async throws -> ImportJobState {
    let request = context.request
    let form = try await context.lease.folder.work { MultipartForm(request) }
    guard let file = form?["file"], !file.isEmpty else {
      throw CairnError.noFile
    }
    let named = form?["format"].flatMap { FileFormat(named: String(decoding: $0, as: UTF8.self)) }
    let options = try ImportOptions(form)
    let format = try named ?? FileFormat(likely: Array(file.prefix(8_192)), options.specified)
    let id = context.log.context.environment.newID(at: context.now)
    return try await context.imports.plan(
      context,
      id,
      file,
      as: format,
      options,
      keepsAmbiguous: true
    )
  }

  /// Shows the preview, progress or result of an import.
  static let job: Handler = { context in
    let job = try await context.imports.job(context.importID(), context)
    return HTTPResponse(.ok, page: try await ImportJobPage(context, job).html)
  }

  /// Parses the file again with other columns.
  static let again: Handler = { context in
    try await handle(context, .columns) { form, id in
      _ = try await context.imports.plan(id, again: try ImportOptions(form), context)
    }
  }

  static let apply: Handler = { context in
    try await handle(context, .work) { _, id in
      _ = try await context.imports.apply(id, context)
      // The next page shows the result of a small file.
      _ = try await context.imports.finishedJob(id, waiting: .seconds(1), context)
    }
  }

  static let undo: Handler = { context in
    try await handle(context, .work) { form, id in
      let keepsChanged = form["keep"] == "yes"
      _ = try await context.imports.undo(id, keepChanged: keepsChanged, context)
    }
  }

  static let drop: Handler = { context in
    try await handle(context, .work, at: "/import") { _, id in
      try await context.imports.drop(id, context)
    }
  }

  /// Applies a form and redirects to the page of the import or to `path`; an error is shown on that page.
  private static func handle(
    _ context: AuthenticatedContext,
    _ formID: FormError.FormID,
    at path: String? = nil,
    _ action: (FormValues, RecordID) async throws -> Void
  ) async throws -> HTTPResponse {
    let (form, id) = (try context.form(), try context.importID())
    do {
      try await action(form, id)
      return .seeOther(path ?? ImportJobState.path(id))
    } catch let error as CairnError where error.code != "import.not_found" {
      let formError = FormError(context, formID: formID, error: error, typed: form)
      let job = try await context.imports.job(id, context)
      let page = try await ImportJobPage(context, job, formError)
      return HTTPResponse(Problem(error).status, page: page.html)
    }
  }
}

extension ImportJobState {
  var path: String { Self.path(id) }

  static func path(_ id: RecordID) -> String { "/import/\(id.text)" }
}

extension FileFormat {
  /// Detects the format; a table without a known title column counts as a book list.
  ///
  /// Throws `import.unknown_format`.
  fileprivate init(likely file: [UInt8], _ specified: Set<String>) throws(CairnError) {
    do {
      self = try ImportOption.format(specified, of: file)
    } catch  where error.isAboutColumns {
      self = .csv
    }
  }
}

extension ImportOptions {
  /// Parses the options sent with a file; throws the errors of parsing a title list.
  fileprivate init(_ form: MultipartForm?) throws {
    self.init()
    let text = { (name: String) -> String? in
      let text = form?[name].map { String(decoding: $0, as: UTF8.self) }
      return text.flatMap { $0.isEmpty ? nil : $0 }
    }
    person = text("person")
    if let library = text("library") { only = [("library", library)] }
    if let file = form?["titles"], !file.isEmpty { titles = try KindleTitles(file) }
  }

  /// Parses the columns and the meaning of `to-read`; an empty column means none.
  ///
  /// Throws `request.field` for a filter column without a value.
  fileprivate init(_ form: FormValues) throws(CairnError) {
    self.init()
    for field in ColumnField.all.map(\.name) + ReadingSessionTable.fields {
      guard let column = form[ImportColumns.name(of: field)],
        !columns.contains(where: { $0.field == field })
      else { continue }
      columns.append((field, column))
    }
    if let column = form["only-column"], !column.isEmpty {
      guard let word = form["only-word"], !word.isEmpty else {
        throw CairnError.field("only-word", "takes a word such as Reading")
      }
      only = [(column, word)]
    }
    importsToWishlist = form["wishlist"] == "yes"
    dates = form["dates"].flatMap { name in DateOrder.all.first { $0.name == name } }
  }
}
