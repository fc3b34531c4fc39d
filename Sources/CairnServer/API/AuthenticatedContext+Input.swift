import Cairn
import CairnActions
import CairnHTTP
import CairnJSON
import CairnStore

extension AuthenticatedContext {
  /// Returns the id in the path; throws `request.not_found` if it is malformed.
  func id(_ name: String) throws(CairnError) -> RecordID {
    guard let id = RecordID(text: captures[name] ?? "") else { throw .noSuchPage }
    return id
  }

  /// Returns the id of the book in the path; throws `reading.not_on_shelf` if it is malformed.
  func bookID() throws(CairnError) -> Identifier<Entry> {
    guard let id = RecordID(text: captures["id"] ?? "") else { throw .notOnShelf }
    return Identifier(id)
  }

  /// Returns the days from `from` to `to`, both inclusive; nil without either; throws `request.field`.
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
  /// Runs a write and returns its JSON; a repeated idempotency key returns the first response.
  func write(
    _ status: HTTPStatus = .ok,
    _ body: @escaping @Sendable (LogWriter) throws -> JSON
  ) async throws -> HTTPResponse {
    let response = try await log.write(once: key()) { try body($0).text }
    return HTTPResponse(status, json: response)
  }

  /// Throws `request.changed_since` if `If-Match` does not match the current state (RFC 9110, 13.1.1).
  func requireMatch(_ current: JSON) throws(CairnError) {
    guard request.fields.count(of: "if-match") > 0 else { return }
    let ifMatch = request.fields["if-match"] ?? ""
    guard ETag(Array(current.text.utf8)).isNamed(in: ifMatch) else {
      throw CairnError(
        "request.changed_since",
        "It was changed after you read it.",
        hint: "Read it again and retry. Nothing was changed."
      )
    }
  }
}

extension SchemaField {
  static let from = SchemaField("from", .day, "the first day")
  static let to = SchemaField("to", .day, "the last day")

  /// Returns the parameter for the maximum number of results.
  static func limit(_ standard: Int) -> SchemaField {
    SchemaField("limit", .integer(1...500), "the maximum number of results; default \(standard)")
  }
}

extension HTTPResponse {
  /// Creates a JSON response with status 200.
  init(_ json: JSON) {
    self.init(.ok, json: json.text)
  }
}
