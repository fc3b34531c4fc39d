import Cairn
import CairnHTTP
import CairnStore

extension AuthenticatedContext {
  /// The id that the path names; throws `request.not_found` for what is no id.
  func id(_ name: String) throws(CairnError) -> RecordID {
    guard let id = RecordID(text: captures[name] ?? "") else { throw .noSuchPage }
    return id
  }

  /// The book that the path names; throws `reading.not_on_shelf` for what is no id.
  func bookID() throws(CairnError) -> Identifier<Entry> {
    guard let id = RecordID(text: captures["id"] ?? "") else { throw .noBook }
    return Identifier(id)
  }

  /// The first and the last day that the query names, or nil for all; throws `request.field`.
  func days() throws(CairnError) -> ClosedRange<LocalDay>? {
    let (from, to) = (query.day("from"), query.day("to"))
    if from == nil, to == nil { return nil }
    let last = to ?? LocalDay(year: 9_999, month: 12, day: 31) ?? LocalDay.first
    let first = from ?? min(LocalDay.first, last)
    guard first <= last else { throw .field("to", "is before “from”") }
    return first...last
  }
}

extension AuthenticatedContext {
  /// Does one thing for the person and answers with JSON, once however often it is asked for.
  func write(
    _ title: String,
    _ status: HTTPStatus = .ok,
    _ body: @escaping @Sendable (LogWriter) throws -> JSON
  ) async throws -> HTTPResponse {
    let answer = try await log.write(title, once: key()) { try body($0).text }
    return HTTPResponse(status, json: answer)
  }

  /// Refuses to change what is not as the client knows it (RFC 9110, 13.1.1).
  ///
  /// Throws `request.changed_since` when `If-Match` names another state than this.
  func requireMatch(_ current: JSON) throws(CairnError) {
    guard request.fields.count(of: "if-match") > 0 else { return }
    let wanted = request.fields["if-match"] ?? ""
    guard ETag(Array(current.text.utf8)).isNamed(in: wanted) else {
      throw CairnError(
        "request.changed_since",
        "It was changed since you read it.",
        hint: "Nothing was changed. Read it again and decide anew."
      )
    }
  }
}

extension SchemaField {
  static let from = SchemaField("from", .day, "the first day")
  static let to = SchemaField("to", .day, "the last day")

  /// How many at most.
  static func limit(_ standard: Int) -> SchemaField {
    SchemaField("limit", .integer(1...500), "how many at most; \(standard) unless given")
  }
}

extension HTTPResponse {
  /// Data for a program.
  init(_ json: JSON) {
    self.init(.ok, json: json.text)
  }
}
