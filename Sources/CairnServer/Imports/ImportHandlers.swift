import Cairn
import CairnExchange
import CairnHTTP
import CairnJSON
import CairnStore
import CairnAccounts
import CairnTransfer

/// The handlers of `/api/v1/imports`.
enum ImportHandlers {
  static let plan = Endpoint(
    "Upload a file from another app and get a preview of the import.",
    query: [
      SchemaField(
        "format",
        .choice(FileFormat.all.map(\.name)),
        "the file format; default detected automatically"
      ),
      SchemaField("map", .text, "the columns of a CSV file: `title=Book name;author=By`"),
      SchemaField(
        "only",
        .text,
        "for sessions: the rows about books, `Project=Reading`; for tautulli: `library=Name`"
      ),
      SchemaField(
        "dates",
        .choice(DateOrder.all.map(\.name)),
        "the order of day and month in a CSV file"
      ),
      SchemaField(
        "wishlist",
        .bool,
        "for book lists: add to-read books to the wishlist"
      ),
      SchemaField("person", .text, "for a database with several listeners: your name in it"),
    ],
    files: ["application/octet-stream", "multipart/form-data"],
    gives: .created(ImportJobState.self)
  ) { context in
    let request = context.request
    let form = try await context.lease.folder.work { MultipartForm(request) }
    guard let file = form?["file"] ?? (form == nil ? context.request.body : nil), !file.isEmpty
    else {
      throw CairnError.malformed("The request has no file.")
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
    "List your uploaded files, newest first.",
    gives: JSONFields<[ImportJobState]>(list: "imports")
  ) { context in
    try await context.imports.all(of: context)
  }

  static let show = Endpoint(
    "Get the progress of an import.",
    query: [
      SchemaField("wait", .bool, "respond once the import has ended, or after 15 seconds")
    ],
    gives: ImportJobState.self
  ) { context in
    let id = try context.importID()
    let limit = context.query.bool("wait") ? context.server.pace.heartbeat : .zero
    return try await context.imports.finishedJob(id, waiting: limit, context)
  }

  static let apply = Endpoint(
    "Start the import, which runs in the background.",
    gives: .json(ImportJobState.self, .accepted)
  ) { context in
    let job = try await context.imports.apply(context.importID(), context)
    return HTTPResponse(.accepted, json: job.json.text)
  }

  static let undo = Endpoint(
    "Undo an import.",
    body: [SchemaField("keep_changed", .bool, "keep values that were changed later")],
    gives: ImportJobState.self
  ) { context in
    let keepsChanged = context.body.bool("keep_changed")
    return try await context.imports.undo(context.importID(), keepChanged: keepsChanged, context)
  }

  private static let forgotten = JSONFields(state: "forgotten")

  static let drop = Endpoint(
    "Delete an uploaded file; imported records stay.",
    gives: forgotten
  ) { context in
    let id = try context.importID()
    try await context.imports.drop(id, context)
    return id
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
