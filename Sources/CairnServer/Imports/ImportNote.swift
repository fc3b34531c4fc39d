import Cairn
import CairnExchange
import CairnReports
import CairnStore

extension ImportJobState {
  /// Reads a stored job; returns nil for the format of a newer version.
  init?(_ file: UploadedFile) {
    guard let json = try? JSON(parsing: Array(file.job.utf8)),
      let format = json["format"]?.stringValue.flatMap({ FileFormat(named: $0) }),
      let outcome = Outcome(note: json)
    else { return nil }
    self.init(id: file.id, format: format, madeAt: file.madeAt, outcome: outcome)
    (state, done, total) = (file.state, file.done, file.total)
    problem = CairnError(note: json["problem"])
    columns = json["columns"].stringValues
    specified = json["said"].texts
    dates = json["dates"]?.stringValue.flatMap { DateOrder(stringValue: $0) }
    only = json["only"].pairs("column", "word")
    (mayFillWishlist, importsToWishlist) = (
      json["wanted"] == .bool(true), json["wishlist"] == .bool(true)
    )
  }

  /// The job as JSON text, which all servers of the database can read.
  var note: String {
    JSON.members(
      ("format", .string(format.name)),
      ("columns", .texts(columns)),
      ("said", .texts(specified)),
      ("dates", .text(dates?.name)),
      ("only", .pairs(only, "column", "word")),
      ("wanted", .bool(mayFillWishlist)),
      ("wishlist", .bool(importsToWishlist)),
      ("problem", problem?.note ?? .null),
      ("report", outcome.imported?.note ?? .null),
      ("joined", outcome.joined?.note ?? .null),
      ("mapping", outcome.mapping?.note ?? .null),
      ("line", .text(outcome.line?.text))
    ).text
  }
}

extension DateOrder {
  fileprivate init?(stringValue name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }
}

extension JSON {
  /// Returns an array of objects with two strings each.
  fileprivate static func pairs(
    _ pairs: [(String, String)],
    _ first: String,
    _ second: String
  ) -> JSON {
    .array(pairs.map { .members((first, .string($0.0)), (second, .string($0.1))) })
  }

  /// Returns an object with string values.
  fileprivate static func texts(_ texts: [String: String]) -> JSON {
    .object(texts.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) })
  }
}

extension JSON? {
  /// Returns the strings of an array of objects with two strings each.
  fileprivate func pairs(_ first: String, _ second: String) -> [(String, String)] {
    elements.compactMap { pair in
      guard let one = pair[first]?.stringValue, let two = pair[second]?.stringValue else {
        return nil
      }
      return (one, two)
    }
  }

  fileprivate var texts: [String: String] {
    Dictionary(members.compactMap { one in one.value.stringValue.map { (one.key, $0) } }) {
      first,
      _ in
      first
    }
  }
}

extension CairnError {
  fileprivate init?(note: JSON?) {
    guard let code = note?["code"]?.stringValue, let message = note?["message"]?.stringValue else {
      return nil
    }
    self.init(code, message, hint: note?["hint"]?.stringValue ?? "")
  }

  fileprivate var note: JSON {
    .members(("code", .string(code)), ("message", .string(message)), ("hint", .string(hint)))
  }
}

extension ImportOptions {
  /// Reads the text of ``note``; malformed text results in empty options.
  init(note: String) {
    self.init()
    let note = try? JSON(parsing: Array(note.utf8))
    columns = (note?["columns"]).pairs("field", "column")
    only = (note?["only"]).pairs("column", "word")
    importsToWishlist = note?["wishlist"] == .bool(true)
    dates = note?["dates"]?.stringValue.flatMap { DateOrder(stringValue: $0) }
    person = note?["person"]?.stringValue
    titles = KindleTitles(
      (note?["titles"]).elements.map {
        ($0["asin"]?.stringValue ?? "", $0["title"]?.stringValue ?? "", $0["authors"].stringValues)
      }
    )
  }

  /// The options as JSON text, which all servers of the database can read.
  var note: String {
    JSON.members(
      ("columns", .pairs(columns, "field", "column")),
      ("only", .pairs(only, "column", "word")),
      ("wishlist", .bool(importsToWishlist)),
      ("dates", .text(dates?.name)),
      ("person", .text(person)),
      (
        "titles",
        .array(
          titles.all.map { book in
            .members(
              ("asin", .string(book.asin)),
              ("title", .string(book.title)),
              ("authors", .texts(book.authors))
            )
          }
        )
      )
    ).text
  }
}

extension ColumnMapping {
  fileprivate init?(note: JSON?) {
    guard case .object? = note else { return nil }
    self.init(columns: (note?["columns"]).texts, unused: (note?["unused"]).stringValues)
  }

  fileprivate var note: JSON {
    .members(
      ("columns", .texts(columnNames)),
      ("unused", .texts(unused))
    )
  }
}

extension ImportJobState.Outcome {
  fileprivate init?(note: JSON) {
    if let imported = ImportResult(note: note["report"]) {
      report = .imported(imported)
    } else if let joined = LogMergeReport(note: note["joined"]) {
      report = .joined(joined)
    } else {
      return nil
    }
    mapping = ColumnMapping(note: note["mapping"])
    line = note["line"]?.stringValue.flatMap { RecordID(text: $0) }
  }
}

extension LogMergeReport {
  /// Reads the JSON of ``note``.
  init?(note: JSON?) {
    guard let note, let records = note["records"]?.intValue else { return nil }
    self.init()
    self.records = records
    mutations = note["history"]?.intValue ?? 0
    known = note["known"]?.intValue ?? 0
    unreadable = note["unreadable"].stringValues
    ended = note["ended"].elements.map { ImportIssue(note: $0) }
    skipped = note["skipped"].elements.map { ImportIssue(note: $0) }
    isUndoable = note["undoable"] == .bool(true)
  }

  /// The complete report as JSON, for other servers of the database.
  var note: JSON {
    guard case .object(let members) = json(limit: ImportJobState.limit) else { return .null }
    return .object(members + [JSON.Member("undoable", .bool(isUndoable))])
  }
}
