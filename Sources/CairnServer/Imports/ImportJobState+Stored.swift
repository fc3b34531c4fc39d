import Cairn
import CairnAccounts
import CairnExchange
import CairnJSON
import CairnReports
import CairnStore
import CairnTransfer

extension ImportJobState {
  /// Reads a stored job; returns nil for the format of a newer version.
  init?(_ file: UploadedFile) {
    guard let json = try? JSON(parsing: Array(file.job.utf8)),
      let format = json["format"]?.stringValue.flatMap({ FileFormat(named: $0) }),
      let outcome = Outcome(stored: json)
    else { return nil }
    self.init(id: file.id, format: format, createdAt: file.createdAt, outcome: outcome)
    (state, done, total) = (file.state, file.done, file.total)
    problem = CairnError(stored: json["problem"])
    columns = json["columns"].stringValues
    specified = json["specified"].texts
    dates = json["dates"]?.stringValue.flatMap { DateOrder(stringValue: $0) }
    only = json["only"].pairs("column", "word")
    (offersWishlist, importsToWishlist) = (
      json["wanted"] == .bool(true), json["wishlist"] == .bool(true)
    )
  }

  /// The job as JSON text, which all servers of the database can read.
  var stored: String {
    JSON.members(
      ("format", .string(format.name)),
      ("columns", .texts(columns)),
      ("specified", .texts(specified)),
      ("dates", .text(dates?.name)),
      ("only", .pairs(only, "column", "word")),
      ("wanted", .bool(offersWishlist)),
      ("wishlist", .bool(importsToWishlist)),
      ("problem", problem?.stored ?? .null),
      ("report", outcome.imported?.stored ?? .null),
      ("merged", outcome.merged?.stored ?? .null),
      ("mapping", outcome.mapping?.stored ?? .null),
      ("entry", .text(outcome.entry?.text))
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
  fileprivate init?(stored: JSON?) {
    guard let code = stored?["code"]?.stringValue, let message = stored?["message"]?.stringValue
    else {
      return nil
    }
    self.init(code, message, hint: stored?["hint"]?.stringValue ?? "")
  }

  fileprivate var stored: JSON {
    .members(("code", .string(code)), ("message", .string(message)), ("hint", .string(hint)))
  }
}

extension ImportOptions {
  /// Reads the text of ``stored``; malformed text results in empty options.
  init(stored: String) {
    self.init()
    let stored = try? JSON(parsing: Array(stored.utf8))
    columns = (stored?["columns"]).pairs("field", "column")
    only = (stored?["only"]).pairs("column", "word")
    importsToWishlist = stored?["wishlist"] == .bool(true)
    dates = stored?["dates"]?.stringValue.flatMap { DateOrder(stringValue: $0) }
    person = stored?["person"]?.stringValue
    titles = KindleTitles(
      (stored?["titles"]).elements.map {
        ($0["asin"]?.stringValue ?? "", $0["title"]?.stringValue ?? "", $0["authors"].stringValues)
      }
    )
  }

  /// The options as JSON text, which all servers of the database can read.
  var stored: String {
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
  fileprivate init?(stored: JSON?) {
    guard case .object? = stored else { return nil }
    self.init(columns: (stored?["columns"]).texts, unused: (stored?["unused"]).stringValues)
  }

  fileprivate var stored: JSON {
    .members(
      ("columns", .texts(columnNames)),
      ("unused", .texts(unused))
    )
  }
}

extension ImportJobState.Outcome {
  fileprivate init?(stored: JSON) {
    if let imported = ImportResult(stored: stored["report"]) {
      report = .imported(imported)
    } else if let merged = LogMergeReport(stored: stored["merged"]) {
      report = .merged(merged)
    } else {
      return nil
    }
    mapping = ColumnMapping(stored: stored["mapping"])
    entry = stored["entry"]?.stringValue.flatMap { RecordID(text: $0) }
  }
}

extension LogMergeReport {
  /// Reads the JSON of ``stored``.
  init?(stored: JSON?) {
    guard let stored, let records = stored["records"]?.intValue else { return nil }
    self.init()
    self.records = records
    mutations = stored["history"]?.intValue ?? 0
    known = stored["known"]?.intValue ?? 0
    unreadable = stored["unreadable"].stringValues
    ended = stored["ended"].elements.map { ImportIssue(stored: $0) }
    skipped = stored["skipped"].elements.map { ImportIssue(stored: $0) }
    isUndoable = stored["undoable"] == .bool(true)
  }

  /// The complete report as JSON, for other servers of the database.
  var stored: JSON {
    LogMergeSummary.storedFields.json(LogMergeSummary(self, limit: ImportJobState.limit))
  }
}
