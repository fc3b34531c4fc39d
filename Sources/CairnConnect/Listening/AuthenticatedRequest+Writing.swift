import Cairn
import CairnActions
import CairnHTTP
import CairnStore

extension AuthenticatedRequest {
  /// Writes once per idempotency key and repeats the recorded response with its status.
  ///
  /// See ``write(_:_:)`` for responses with a fixed status.
  func idempotentWrite(
    _ body: @escaping @Sendable (LogWriter) throws -> (HTTPStatus, JSON)
  ) async throws -> (HTTPResponse, JSON) {
    let answer = try await log.write(once: key()) { writer in
      let (status, json) = try body(writer)
      return JSON.array([.integer(Int64(status.code)), json]).text
    }
    guard case .array(let parts) = try JSON(parsing: Array(answer.utf8)), parts.count == 2
    else {
      throw CairnError(
        "request.malformed",
        "The stored response is malformed.",
        hint: "Check the request. Nothing was changed."
      )
    }
    let status = parts[0] == .integer(201) ? HTTPStatus.created : .ok
    return (HTTPResponse(status, json: parts[1].text), parts[1])
  }

  /// Changes the story in the path; throws a ``DialectError`` if it does not exist.
  func writeStory(
    _ body: @escaping @Sendable (LogWriter, Identifier<Story>) throws -> JSON
  ) async throws -> HTTPResponse {
    let name = captures["id"] ?? ""
    do {
      return try await idempotentWrite { writer in
        (.ok, try body(writer, try writer.story(Story.id(client: name)).id))
      }.0
    } catch let error as CairnError where error.code == "story.not_found" {
      throw try await noStory(name)
    }
  }
}
