import Cairn
import CairnExchange
import CairnStore

extension ImportJobState {
  /// Reads what is kept of a file; nil for a note of a newer version.
  init?(_ file: UploadedFile) {
    guard let json = try? JSON(parsing: Array(file.job.utf8)),
      let format = json["format"]?.told.flatMap({ FileFormat(named: $0) }),
      let findings = Findings(note: json)
    else { return nil }
    self.init(id: file.id, format: format, madeAt: file.madeAt, findings: findings)
    (state, done, total) = (file.state, file.done, file.total)
    problem = CairnError(note: json["problem"])
    columns = json["columns"].toldAll
    said = json["said"].texts
    dates = json["dates"]?.told.flatMap { DateOrder(told: $0) }
    only = json["only"].pairs("column", "word")
    (hasWanted, isWishing) = (json["wanted"] == .bool(true), json["wishlist"] == .bool(true))
  }

  /// What is told of it, as text that every server of a database reads.
  var note: String {
    JSON.members(
      ("format", .string(format.name)),
      ("columns", .texts(columns)),
      ("said", .texts(said)),
      ("dates", .text(dates?.name)),
      ("only", .pairs(only, "column", "word")),
      ("wanted", .bool(hasWanted)),
      ("wishlist", .bool(isWishing)),
      ("problem", problem?.note ?? .null),
      ("report", findings.imported?.note ?? .null),
      ("joined", findings.joined?.note ?? .null),
      ("mapping", findings.mapping?.note ?? .null),
      ("line", .text(findings.line?.text))
    ).text
  }
}

extension DateOrder {
  fileprivate init?(told name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }
}

extension JSON {
  /// The text, if it is one.
  var told: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The whole number, if it is one.
  var counted: Int? {
    guard case .integer(let number) = self else { return nil }
    return Int(number)
  }

  /// A list of texts.
  static func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

  /// A list of objects with two texts each.
  fileprivate static func pairs(
    _ pairs: [(String, String)],
    _ first: String,
    _ second: String
  ) -> JSON {
    .array(pairs.map { .members((first, .string($0.0)), (second, .string($0.1))) })
  }

  /// An object of texts.
  fileprivate static func texts(_ texts: [String: String]) -> JSON {
    .object(texts.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) })
  }
}

extension JSON? {
  /// The elements, if it is a list.
  var elements: [JSON] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// The texts of a list.
  var toldAll: [String] { elements.compactMap(\.told) }

  /// The members, if it is an object.
  var members: [JSON.Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }

  /// The texts of a list of objects with two each.
  fileprivate func pairs(_ first: String, _ second: String) -> [(String, String)] {
    elements.compactMap { pair in
      guard let one = pair[first]?.told, let two = pair[second]?.told else { return nil }
      return (one, two)
    }
  }

  fileprivate var texts: [String: String] {
    Dictionary(members.compactMap { one in one.value.told.map { (one.key, $0) } }) { first, _ in
      first
    }
  }
}

extension CairnError {
  fileprivate init?(note: JSON?) {
    guard let code = note?["code"]?.told, let message = note?["message"]?.told else { return nil }
    self.init(code, message, hint: note?["hint"]?.told ?? "")
  }

  fileprivate var note: JSON {
    .members(("code", .string(code)), ("message", .string(message)), ("hint", .string(hint)))
  }
}

extension ImportOptions {
  /// Reads what ``note`` wrote; nothing was said in a text that is none.
  init(note: String) {
    self.init()
    let note = try? JSON(parsing: Array(note.utf8))
    columns = (note?["columns"]).pairs("field", "column")
    only = (note?["only"]).pairs("column", "word")
    isWishing = note?["wishlist"] == .bool(true)
    dates = note?["dates"]?.told.flatMap { DateOrder(told: $0) }
    person = note?["person"]?.told
    titles = KindleTitles(
      (note?["titles"]).elements.map {
        ($0["asin"]?.told ?? "", $0["title"]?.told ?? "", $0["authors"].toldAll)
      }
    )
  }

  /// What was said, as text that every server of a database reads.
  var note: String {
    JSON.members(
      ("columns", .pairs(columns, "field", "column")),
      ("only", .pairs(only, "column", "word")),
      ("wishlist", .bool(isWishing)),
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
    self.init(columns: (note?["columns"]).texts, unused: (note?["unused"]).toldAll)
  }

  fileprivate var note: JSON {
    .members(
      ("columns", .texts(columnNames)),
      ("unused", .texts(unused))
    )
  }
}

extension ImportJobState.Findings {
  fileprivate init?(note: JSON) {
    if let imported = ImportResult(note: note["report"]) {
      report = .imported(imported)
    } else if let joined = LogMergeReport(note: note["joined"]) {
      report = .joined(joined)
    } else {
      return nil
    }
    mapping = ColumnMapping(note: note["mapping"])
    line = note["line"]?.told.flatMap { RecordID(text: $0) }
  }
}
