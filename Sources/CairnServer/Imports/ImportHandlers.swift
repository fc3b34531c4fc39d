import Cairn
import CairnExchange
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/imports`.
enum ImportHandlers {
  static let plan = Endpoint(
    "Send a file of another program, and see what it would bring.",
    query: [
      SchemaField(
        "format",
        .choice(FileFormat.all.map(\.name)),
        "what it is, if not what it looks like"
      ),
      SchemaField("map", .text, "which columns of a CSV file hold what: `title=Book name;author=By`"),
      SchemaField(
        "only",
        .text,
        "for sessions: the rows that are about a book, `Project=Reading`; for tautulli: `library=Name`"
      ),
      SchemaField("dates", .choice(DateOrder.all.map(\.name)), "what 1/2/2026 means in a CSV file"),
      SchemaField(
        "wishlist",
        .bool,
        "for lists of books: to-read means that you want it, not that you have it"
      ),
      SchemaField("person", .text, "for a database that several people listened by: whose is yours"),
    ],
    files: ["application/octet-stream", "multipart/form-data"],
    gives: .created(.importSheet)
  ) { context in
    let request = context.request
    let form = try await context.lease.folder.work { MultipartForm(request) }
    guard let file = form?["file"] ?? (form == nil ? context.request.body : nil), !file.isEmpty else {
      throw CairnError.malformed("The request brings no file.")
    }
    let format = context.query.text("format").flatMap { FileFormat(named: $0) }
    let options = try ImportOptions(context.query, titles: form?["titles"])
    let id =
      try context.key().map { RecordID(derivedFrom: ["import", context.owner, $0.mutation.text]) }
      ?? context.log.context.environment.newID(at: context.now)
    let job = try await context.imports.plan(context, id, file, as: format, options)
    return HTTPResponse(.created, json: job.json.text)
  }

  static let list = Endpoint(
    "List the files you sent that are not forgotten, newest first.",
    gives: .json(["imports": .list(.importSheet)])
  ) { context in
    let sheets = try await context.imports.all(of: context)
    return HTTPResponse(.members(("imports", .array(sheets.map(\.json)))))
  }

  static let show = Endpoint(
    "Tell how far an import has come.",
    query: [SchemaField("wait", .bool, "answer when it is no more being taken in")],
    gives: .json(.importSheet)
  ) { context in
    let id = try context.importID()
    let job =
      context.query.bool("wait")
      ? try await context.imports.finished(id, context) : try await context.imports.job(id, context)
    return HTTPResponse(job.json)
  }

  static let apply = Endpoint(
    "Begin to take the file in; it goes on by itself.",
    gives: .json(.importSheet, .accepted)
  ) { context in
    let job = try await context.imports.apply(context.importID(), context)
    return HTTPResponse(.accepted, json: job.json.text)
  }

  static let undo = Endpoint(
    "Take back all that an import brought.",
    body: [SchemaField("keep_changed", .bool, "leave alone what was changed again since")],
    gives: .json(.importSheet)
  ) { context in
    let keeps = context.body.bool("keep_changed")
    let job = try await context.imports.undo(context.importID(), keepChanged: keeps, context)
    return HTTPResponse(job.json)
  }

  static let drop = Endpoint(
    "Forget a file you sent; what it brought stays.",
    gives: .json(.gone("forgotten"))
  ) { context in
    let id = try context.importID()
    try await context.imports.drop(id, context)
    return HTTPResponse(.members(("id", .string(id.text)), ("state", .string("forgotten"))))
  }
}

extension AuthenticatedContext {
  /// The import jobs of all people; each person can access only their own.
  var imports: Imports { server.imports }

  /// Returns the id in the path; throws `request.field` if it is malformed.
  func importID() throws(CairnError) -> RecordID {
    guard let id = RecordID(text: captures["id"] ?? "") else {
      throw .field("id", "takes an id")
    }
    return id
  }
}

extension ImportOptions {
  /// Reads the options in the query and the file of titles; throws `request.field` and errors of that file.
  fileprivate init(_ query: Input, titles: [UInt8]?) throws {
    self.init()
    dates = query.text("dates").flatMap { name in DateOrder.all.first { $0.name == name } }
    columns = try Self.pairs(query, "map", "fields and columns such as title=Book name;author=By")
    only = try Self.pairs(query, "only", "columns and words such as Project=Reading")
    (importsToWishlist, person) = (query.bool("wishlist"), query.text("person"))
    if let titles { self.titles = try KindleTitles(titles) }
  }

  private static func pairs(
    _ query: Input,
    _ name: String,
    _ rule: String
  ) throws(CairnError) -> [(String, String)] {
    var pairs: [(String, String)] = []
    for pair in (query.text(name) ?? "").split(separator: ";") {
      let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2 else { throw CairnError.field(name, "takes \(rule)") }
      pairs.append((sides[0], sides[1]))
    }
    return pairs
  }
}
