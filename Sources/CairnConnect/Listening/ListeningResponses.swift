package import Cairn
package import CairnHTTP
import CairnJSON
import CairnStore
import CairnAccounts

extension HTTPResponse {
  /// Creates a response with the envelope of listening apps and an optional message.
  package init(_ status: HTTPStatus = .ok, data: JSON, message: String? = nil) {
    self.init(status, json: JSON.enveloped(data, message).text)
  }
}

/// The envelope that listening apps expect around data.
private struct Envelope {
  let data: JSON
  let message: String?

  static func fields(_ data: JSONSchema) -> JSONFields<Envelope> {
    [.init("data", data, \.data), .optional("message") { $0.message }]
  }
}

extension ResponseSpec {
  /// Returns a response with data in the envelope of listening apps.
  static func payload<Data: JSONValue>(
    _ data: Data.Type,
    _ status: ResponseSpec.Status = .ok
  ) -> ResponseSpec {
    .json(Envelope.fields(data.schema), status)
  }

  /// Returns a response with a described object in the envelope of listening apps.
  static func payload<Model>(_ data: JSONFields<Model>) -> ResponseSpec {
    .json(Envelope.fields(data.schema))
  }
}

extension JSON {
  /// Returns data in the envelope of listening apps.
  static func enveloped(_ data: JSON, _ message: String?) -> JSON {
    Envelope.fields(.anything).json(Envelope(data: data, message: message))
  }

  /// Returns hundredths as a decimal without trailing zeros: `8.5`.
  static func hundredths(_ number: Int64?) -> JSON {
    guard let number else { return .null }
    guard number % 100 != 0 else { return .integer(number / 100) }
    let digits = String(number % 100 + 100).dropFirst()
    return .number("\(number / 100)." + (digits.last == "0" ? digits.dropLast() : digits))
  }

  /// Returns milliseconds as seconds, with a fraction if needed.
  static func seconds(_ time: Milliseconds?) -> JSON {
    guard let time else { return .null }
    guard time.count % 1_000 != 0 else { return .integer(time.count / 1_000) }
    var digits = String(time.count % 1_000 + 1_000).dropFirst()
    while digits.last == "0" { digits = digits.dropLast() }
    return .number("\(time.count / 1_000)." + digits)
  }
}

/// One page of a list, as listening apps request it.
struct OffsetPage<Row: JSONValue> {
  let rows: [Row]
  let pagination: Pagination

  /// Returns the description of a page whose rows have a name.
  static func fields(_ name: String) -> JSONFields<OffsetPage<Row>> {
    [JSONField(name) { $0.rows }, JSONField("pagination") { $0.pagination }]
  }
}

/// The position of a page in its list.
struct Pagination: JSONModel {
  let total: Int
  let page: (limit: Int, offset: Int)

  static let fields = JSONFields<Pagination>(
    named: "Pagination",
    [
      .init("total", \.total),
      .init("limit") { $0.page.limit },
      .init("offset") { $0.page.offset },
      .init("hasMore") { $0.page.offset + $0.page.limit < $0.total },
    ]
  )
}

/// A listening session in the words of listening apps.
struct ListeningSessionReport: JSONModel {
  let id: SessionID
  /// The owner's id.
  let user: String
  let story: String
  let start: Instant
  let end: Instant?
  let seconds: Int64?
  let isCompleted: Bool
  let created, updated: Instant
  /// Whether the person deleted the session, so that nothing was stored.
  var isDeleted = false

  static let fields = JSONFields<ListeningSessionReport>(
    named: "ListeningSession",
    [
      .init("id", \.id),
      .init("userId", \.user),
      .init("storyId", \.story),
      .init("startedAt", .instant, \.start.wholeSeconds),
      .init("endedAt", .instant) { $0.end?.wholeSeconds },
      .init("duration", \.seconds),
      .init("completed", \.isCompleted),
      .init("createdAt", .instant, \.created.wholeSeconds),
      .init("updatedAt", .instant, \.updated.wholeSeconds),
      .optional("deleted", meaning: "true if the session is deleted; nothing was stored") {
        $0.isDeleted ? true : nil
      },
    ]
  )
}

extension ListeningSessionRow {
  /// Returns the session for listening apps; `user` is the owner's id.
  func report(of user: String) -> ListeningSessionReport {
    ListeningSessionReport(
      id: id,
      user: user,
      story: storyPublicID,
      start: start,
      end: end,
      seconds: seconds,
      isCompleted: isCompleted,
      created: created,
      updated: updated
    )
  }
}

extension AuthenticatedRequest {
  /// The person's id for listening apps.
  var userID: String { identity?.account.id.record.text ?? "own" }
}

extension SchemaField {
  static let zone = SchemaField("timezone", .string, "the IANA time zone in which days are counted")
}

extension [SchemaField] {
  /// The pagination parameters; a value out of range is clamped.
  static let pages = [
    SchemaField("limit", .string, "the maximum number of results, 1 to 100; default 50"),
    SchemaField("offset", .string, "the number of results to skip"),
  ]
}
