import Cairn
import CairnExchange
import CairnStore

/// What is told of a file that was sent and what was said of it, as text that every server of a database reads.
struct ImportNote {
  var sheet: ImportSheet
  var wish: ImportWish

  init(_ sheet: ImportSheet, _ wish: ImportWish) { (self.sheet, self.wish) = (sheet, wish) }

  /// Reads what is kept of a file; nil for a note of a newer version.
  init?(_ file: SentFile) {
    guard let json = try? JSON(parsing: Array(file.sheet.utf8)),
      let format = json["format"]?.told.flatMap({ FileFormat(named: $0) }),
      let findings = ImportSheet.Findings(note: json)
    else { return nil }
    sheet = ImportSheet(id: file.id, format: format, madeAt: file.madeAt, findings: findings)
    (sheet.state, sheet.done, sheet.total) = (file.state, file.done, file.total)
    sheet.problem = CairnError(note: json["problem"])
    sheet.columns = json["columns"].toldAll
    wish = ImportWish(note: json)
    sheet.said = wish.said(of: sheet.columns)
    sheet.dates = wish.dates
  }

  /// As one object.
  var text: String {
    JSON.members(
      ("format", .string(sheet.format.name)),
      ("columns", .texts(sheet.columns)),
      ("problem", sheet.problem?.note ?? .null),
      ("report", sheet.findings.imported?.note ?? .null),
      ("joined", sheet.findings.joined?.note ?? .null),
      ("mapping", sheet.findings.mapping?.note ?? .null),
      ("line", .text(sheet.findings.line?.text)),
      ("wish", wish.note)
    ).text
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

  /// An object of texts.
  fileprivate static func texts(_ texts: [String: String]) -> JSON {
    .object(texts.sorted { $0.key < $1.key }.map { Member($0.key, .string($0.value)) })
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

extension ImportWish {
  fileprivate init(note: JSON) {
    self.init()
    let note = note["wish"]
    columns =
      note?["columns"].elements.compactMap { pair in
        guard let field = pair["field"]?.told, let column = pair["column"]?.told else { return nil }
        return (field, column)
      } ?? []
    dates = note?["dates"]?.told.flatMap { name in DateOrder.all.first { $0.name == name } }
    person = note?["person"]?.told
    titles = KindleTitles(
      (note?["titles"]).elements.map {
        ($0["asin"]?.told ?? "", $0["title"]?.told ?? "", $0["authors"].toldAll)
      }
    )
  }

  fileprivate var note: JSON {
    .members(
      (
        "columns",
        .array(
          columns.map {
            .members(("field", .string($0.field)), ("column", .string($0.column)))
          }
        )
      ),
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
    )
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

extension ImportSheet.Findings {
  fileprivate init?(note: JSON) {
    if let imported = ImportFindings(note: note["report"]) {
      report = .imported(imported)
    } else if let joined = JoinReport(note: note["joined"]) {
      report = .joined(joined)
    } else {
      return nil
    }
    mapping = ColumnMapping(note: note["mapping"])
    line = note["line"]?.told.flatMap { RecordID(text: $0) }
  }
}
