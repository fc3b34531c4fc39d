import Cairn
import CairnAccounts
import CairnHTTP

/// The body of a progress report.
struct ProgressPayload: Sendable {
  /// The document with its progress.
  let document: ConnectedDocument
  /// The progress.
  let progress: ConnectedDocument.Progress

  /// Reads a report; throws a ``DialectError`` for a missing or invalid member.
  init(_ context: any ConnectedRequest) throws {
    let body = try ConnectedBody(context.request)
    progress = ConnectedDocument.Progress(
      position: try body.required("progress", limit: 2_000),
      percentage: try Self.percentage(body),
      device: try body.required("device"),
      deviceID: try body.text("device_id", limit: 200) ?? "",
      at: context.now
    )
    let metadata = try body["metadata"].map { try ConnectedBody($0) }
    document = ConnectedDocument(
      try body.required("document"),
      progress: progress,
      title: try metadata?.text("title") ?? metadata?.text("filename"),
      authors: try metadata?.text("authors")
    )
  }

  /// Returns the share of the book as it was sent, in at most 32 bytes; KOReader sends at most four decimals.
  private static func percentage(_ body: ConnectedBody) throws -> String {
    let share = try body.number("percentage")
    var text = share.map { "\(Int64($0))" }
    if case .number(let sent)? = body["percentage"] { text = sent }
    guard let share, let text, (0...1).contains(share), text.utf8.count <= 32 else {
      throw DialectError.invalid("Invalid percentage: must be from 0 to 1, in at most 32 bytes")
    }
    return text
  }

  /// Returns the response to a report that arrived at a time.
  func response(at time: Instant) -> HTTPResponse {
    let json = JSON.members(
      ("document", .string(document.document)),
      ("timestamp", .integer(time.milliseconds / 1_000))
    )
    return HTTPResponse(.ok, json: json.text)
  }
}

extension ConnectedBody {
  /// Returns a text that must be present and not empty; throws a ``DialectError``.
  fileprivate func required(_ name: String, limit: Int = 200) throws -> String {
    guard let text = try text(name, limit: limit), !text.isEmpty else {
      throw DialectError.invalid("Field '\(name)' not provided")
    }
    return text
  }
}
