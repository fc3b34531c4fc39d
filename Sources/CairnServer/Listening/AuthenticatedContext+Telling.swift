import Cairn
import CairnHTTP
import CairnStore

extension AuthenticatedContext {
  /// Does what an app tells once however often it is told under one key, and answers the same each
  /// time, the status included; see ``write(_:_:_:)`` for what answers with one status.
  func idempotentWrite(
    _ title: String,
    _ body: @escaping @Sendable (LogWriter) throws -> (HTTPStatus, JSON)
  ) async throws -> (HTTPResponse, JSON) {
    let answer = try await log.write(title, once: key()) { writer in
      let (status, json) = try body(writer)
      return JSON.array([.integer(Int64(status.code)), json]).text
    }
    guard case .array(let parts) = try JSON(parsing: Array(answer.utf8)), parts.count == 2
    else { throw CairnError.malformed("The answer that was kept is broken.") }
    let status = parts[0] == .integer(201) ? HTTPStatus.created : .ok
    return (HTTPResponse(status, json: parts[1].text), parts[1])
  }

  /// Does something with the story that the path names; throws a ``DialectError`` where there is none.
  func tellOfStory(
    _ title: String,
    _ body: @escaping @Sendable (LogWriter, Identifier<Story>) throws -> JSON
  ) async throws -> HTTPResponse {
    let name = captures["id"] ?? ""
    do {
      return try await idempotentWrite(title) { writer in
        (.ok, try body(writer, try writer.story(Story.id(client: name)).id))
      }.0
    } catch let error as CairnError where error.code == "story.not_found" {
      throw try await noStory(name)
    }
  }
}
