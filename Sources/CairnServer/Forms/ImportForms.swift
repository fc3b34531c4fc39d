import Cairn
import CairnExchange
import CairnHTTP
import CairnStore

/// The pages of Import, and what the forms on them do.
enum ImportForms {
  static let show: Handler = { visit in
    HTTPResponse(.ok, page: try await ImportPage(visit).html)
  }

  /// Takes a file, and leads to what it would bring.
  static let send: Handler = { visit in
    do {
      let sheet = try await plan(visit)
      return .seeOther(sheet.path)
    } catch let error as CairnError {
      let page = try await ImportPage(visit, error)
      return Problem(error).response(page: page.html)
    }
  }

  private static func plan(_ visit: Visit) async throws -> ImportSheet {
    let request = visit.request
    let form = try await visit.lease.folder.work { MultipartForm(request) }
    guard let file = form?["file"], !file.isEmpty else {
      throw CairnError.malformed("The form brings no file.")
    }
    let named = form?["format"].flatMap { FileFormat(named: String(decoding: $0, as: UTF8.self)) }
    let wish = try ImportWish(form)
    let format = try named ?? FileFormat(likely: Array(file.prefix(8_192)), wish.said)
    let id = visit.log.context.environment.newID(at: visit.now)
    return try await visit.imports.plan(visit, id, file, as: format, wish, keepsUnclear: true)
  }

  /// What a file would bring, brings or brought.
  static let sheet: Handler = { visit in
    let sheet = try await visit.imports.sheet(visit.importID(), visit)
    return HTTPResponse(.ok, page: try await ImportSheetPage(visit, sheet).html)
  }

  /// Looks at the file again with other columns.
  static let again: Handler = { visit in
    try await handle(visit, .columns) { form, id in
      _ = try await visit.imports.plan(id, again: try ImportWish(form), visit)
    }
  }

  static let apply: Handler = { visit in
    try await handle(visit, .work) { _, id in
      _ = try await visit.imports.apply(id, visit)
      try await visit.imports.settle(id, visit)
    }
  }

  static let undo: Handler = { visit in
    try await handle(visit, .work) { form, id in
      let keeps = form["keep"] == "yes"
      _ = try await visit.imports.undo(id, keepChanged: keeps, visit)
    }
  }

  static let drop: Handler = { visit in
    try await handle(visit, .work, at: "/import") { _, id in
      try await visit.imports.drop(id, visit)
    }
  }

  /// Does what a form asks for and leads to the page of the import, or elsewhere; a refusal is
  /// shown there.
  private static func handle(
    _ visit: Visit,
    _ place: Mishap.Place,
    at path: String? = nil,
    _ action: (FormValues, RecordID) async throws -> Void
  ) async throws -> HTTPResponse {
    let (form, id) = (try visit.form(), try visit.importID())
    do {
      try await action(form, id)
      return .seeOther(path ?? ImportSheet.path(id))
    } catch let error as CairnError where error.code != "import.not_found" {
      let mishap = Mishap(visit, place: place, error: error, typed: form)
      let sheet = try await visit.imports.sheet(id, visit)
      let page = try await ImportSheetPage(visit, sheet, mishap)
      return HTTPResponse(Problem(error).status, page: page.html)
    }
  }
}

extension Imports {
  /// Gives an import that is being taken in a second to come to its end, so that whoever sent a
  /// small one sees at once what came of it.
  fileprivate func settle(_ id: RecordID, _ visit: Visit) async throws {
    for _ in 0..<20 {
      guard try await sheet(id, visit).state == .applying else { return }
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}

extension ImportSheet {
  /// Its page.
  var path: String { Self.path(id) }

  static func path(_ id: RecordID) -> String { "/import/\(id.text)" }
}

extension FileFormat {
  /// Recognises a file, a list of which no column is known to hold titles as well; throws
  /// `import.unknown_format`.
  fileprivate init(likely file: [UInt8], _ said: Set<String>) throws(CairnError) {
    do {
      self = try ImportOption.format(said, of: file)
    } catch  where error.isAboutColumns {
      self = .csv
    }
  }
}

extension ImportWish {
  /// What is said with a file; throws what reading a file of titles throws.
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

  /// What the form says about the columns of a table and about books to read; an empty column is none.
  ///
  /// Throws `request.field` for a column without the word that it has to hold.
  fileprivate init(_ form: FormValues) throws(CairnError) {
    self.init()
    for field in ColumnField.all.map(\.name) + TabledSessions.fields {
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
    isWishing = form["wishlist"] == "yes"
    dates = form["dates"].flatMap { name in DateOrder.all.first { $0.name == name } }
  }
}
