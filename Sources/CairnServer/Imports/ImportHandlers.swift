import Cairn
import CairnExchange
import CairnHTTP
import CairnStore

/// `/api/v1/imports`.
enum ImportHandlers {
  static let plan = Endpoint(
    "Send a file of another program, and see what it would bring.",
    query: [
      Member(
        "format",
        .choice(FileFormat.all.map(\.name)),
        "what it is, if not what it looks like"
      ),
      Member("map", .text, "which columns of a CSV file hold what: `title=Book name;author=By`"),
      Member(
        "only",
        .text,
        "for sessions: the rows that are about a book, `Project=Reading`; for tautulli: `library=Name`"
      ),
      Member("dates", .choice(DateOrder.all.map(\.name)), "what 1/2/2026 means in a CSV file"),
      Member(
        "wishlist",
        .bool,
        "for lists of books: to-read means that you want it, not that you have it"
      ),
      Member("person", .text, "for a database that several people listened by: whose is yours"),
    ],
    files: ["application/octet-stream", "multipart/form-data"],
    gives: .created(.importSheet)
  ) { visit in
    let request = visit.request
    let form = try await visit.lease.folder.work { MultipartForm(request) }
    guard let file = form?["file"] ?? (form == nil ? visit.request.body : nil), !file.isEmpty else {
      throw CairnError.malformed("The request brings no file.")
    }
    let format = visit.query.text("format").flatMap { FileFormat(named: $0) }
    let wish = try ImportWish(visit.query, titles: form?["titles"])
    let id =
      try visit.key().map { RecordID(derivedFrom: ["import", visit.owner, $0.mutation.text]) }
      ?? visit.log.context.environment.newID(at: visit.now)
    let sheet = try await visit.imports.plan(visit, id, file, as: format, wish)
    return HTTPResponse(.created, json: sheet.json.text)
  }

  static let list = Endpoint(
    "List the files you sent that are not forgotten, newest first.",
    gives: .json(["imports": .list(.importSheet)])
  ) { visit in
    let sheets = try await visit.imports.all(of: visit)
    return HTTPResponse(.members(("imports", .array(sheets.map(\.json)))))
  }

  static let show = Endpoint(
    "Tell how far an import has come.",
    query: [Member("wait", .bool, "answer when it is no more being taken in")],
    gives: .json(.importSheet)
  ) { visit in
    let id = try visit.importID()
    let sheet =
      visit.query.bool("wait")
      ? try await visit.imports.settled(id, visit) : try await visit.imports.sheet(id, visit)
    return HTTPResponse(sheet.json)
  }

  static let apply = Endpoint(
    "Begin to take the file in; it goes on by itself.",
    gives: .json(.importSheet, .accepted)
  ) { visit in
    let sheet = try await visit.imports.apply(visit.importID(), visit)
    return HTTPResponse(.accepted, json: sheet.json.text)
  }

  static let undo = Endpoint(
    "Take back all that an import brought.",
    body: [Member("keep_changed", .bool, "leave alone what was changed again since")],
    gives: .json(.importSheet)
  ) { visit in
    let keeps = visit.body.bool("keep_changed")
    let sheet = try await visit.imports.undo(visit.importID(), keepChanged: keeps, visit)
    return HTTPResponse(sheet.json)
  }

  static let drop = Endpoint(
    "Forget a file you sent; what it brought stays.",
    gives: .json(.gone("forgotten"))
  ) { visit in
    let id = try visit.importID()
    try await visit.imports.drop(id, visit)
    return HTTPResponse(.members(("id", .string(id.text)), ("state", .string("forgotten"))))
  }
}

extension Visit {
  /// The imports of all, each known to who sent it.
  var imports: Imports { server.imports }

  /// The import that the path names; throws `request.field` for what is no id.
  func importID() throws(CairnError) -> RecordID {
    guard let id = RecordID(text: captures["id"] ?? "") else {
      throw .field("id", "takes an id")
    }
    return id
  }
}

extension ImportWish {
  /// What the query and a second file say; throws `request.field`, and what a file of titles throws.
  fileprivate init(_ query: Input, titles: [UInt8]?) throws {
    self.init()
    dates = query.text("dates").flatMap { name in DateOrder.all.first { $0.name == name } }
    columns = try Self.pairs(query, "map", "fields and columns such as title=Book name;author=By")
    only = try Self.pairs(query, "only", "columns and words such as Project=Reading")
    (isWishing, person) = (query.bool("wishlist"), query.text("person"))
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
