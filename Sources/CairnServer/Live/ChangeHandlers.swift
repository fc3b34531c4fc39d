import Cairn
import CairnHTTP
import CairnJSON

/// The handler of `/api/v1/changes`.
enum ChangeHandlers {
  static let listen = Endpoint(
    "Stream changes as server-sent events.",
    query: [
      SchemaField(
        "since",
        .count,
        "the last state the client knows; `Last-Event-ID` takes precedence"
      ),
      SchemaField("once", .bool, "close the stream after the first change, or after a timeout"),
    ],
    gives: .file("text/event-stream")
  ) { context in
    let known = context.lastEvent ?? context.query.integer("since")
    let feed = ChangeFeed(context, since: known, once: context.query.bool("once"))
    let permit = try await context.permit(
      "listen",
      of: context.server.pace.streams,
      or: .tooManyStreams
    )
    let parts = StreamedBody(isEndless: true) { send in
      try await feed.run(send)
      withExtendedLifetime(permit) {}
    }
    var response = HTTPResponse(.ok, type: "text/event-stream", parts: parts)
    // Disables response buffering in nginx, which would delay all events.
    response.fields.append("x-accel-buffering", "no")
    return response
  }
}

extension AuthenticatedContext {
  /// The last event that the client received before it reconnected; 0 for an unknown one.
  fileprivate var lastEvent: Int64? {
    guard request.fields.count(of: "last-event-id") > 0 else { return nil }
    return request.fields["last-event-id"].flatMap { Int64($0) }.map { max($0, 0) } ?? 0
  }
}

extension CairnError {
  fileprivate static var tooManyStreams: CairnError {
    CairnError(
      "request.too_many_streams",
      "Too many of your apps and pages are already listening for changes.",
      hint: "Close some, or continue without live updates."
    )
  }
}
