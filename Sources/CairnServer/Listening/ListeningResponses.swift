import Cairn
import CairnHTTP
import CairnStore

extension HTTPResponse {
  /// Creates a response with the envelope of listening apps and an optional message.
  init(_ status: HTTPStatus = .ok, data: JSON, message: String? = nil) {
    self.init(status, json: JSON.enveloped(data, message).text)
  }
}

extension JSON {
  static func enveloped(_ data: JSON, _ message: String?) -> JSON {
    let rest = message.map { [JSON.Member("message", .string($0))] } ?? []
    return .object([JSON.Member("data", data)] + rest)
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

  /// Returns the pagination member of a list.
  static func page(_ total: Int64, _ page: (limit: Int, offset: Int)) -> JSON {
    .members(
      ("total", .integer(total)),
      ("limit", .integer(Int64(page.limit))),
      ("offset", .integer(Int64(page.offset))),
      ("hasMore", .bool(Int64(page.offset + page.limit) < total))
    )
  }
}

extension ListeningSessionRow {
  /// Returns the session as JSON for listening apps; `user` is the owner's id.
  func json(of user: String) -> JSON {
    .members(
      ("id", .string(id.record.text)),
      ("userId", .string(user)),
      ("storyId", .string(storyPublicID)),
      ("startedAt", .string(start.wholeSeconds)),
      ("endedAt", .text(end?.wholeSeconds)),
      ("duration", .number(seconds)),
      ("completed", .bool(isCompleted)),
      ("createdAt", .string(created.wholeSeconds)),
      ("updatedAt", .string(updated.wholeSeconds))
    )
  }
}

extension AuthenticatedContext {
  /// The person's id for listening apps.
  var userID: String { identity?.account.id.record.text ?? "own" }
}
