import Cairn
import CairnHTTP

/// `/api/v1/changes`.
enum ChangeHandlers {
  static let listen = Endpoint(
    "Tell what changes, as it happens, as server-sent events.",
    query: [
      SchemaField("since", .count, "the state that is known; `Last-Event-ID` goes before it"),
      SchemaField("once", .bool, "end with the first change, or after a while without one"),
    ],
    gives: .file("text/event-stream")
  ) { context in
    let known = context.lastEvent ?? context.query.integer("since")
    let feed = ChangeFeed(context, since: known, once: context.query.bool("once"))
    let permit = try await context.permit("listen", of: context.server.pace.streams, or: .tooManyStreams)
    let parts = HTTPParts(isEndless: true) { send in
      try await feed.run(send)
      withExtendedLifetime(permit) {}
    }
    var response = HTTPResponse(.ok, type: "text/event-stream", parts: parts)
    // A proxy that gathers answers before it passes them on would pass none on (nginx).
    response.fields.append("x-accel-buffering", "no")
    return response
  }
}

extension AuthenticatedContext {
  /// The last event that a client got before its connection broke; one that was never sent is the
  /// beginning of all.
  fileprivate var lastEvent: Int64? {
    guard request.fields.count(of: "last-event-id") > 0 else { return nil }
    return request.fields["last-event-id"].flatMap { Int64($0) }.map { max($0, 0) } ?? 0
  }
}

extension CairnError {
  fileprivate static var tooManyStreams: CairnError {
    CairnError(
      "request.too_many_streams",
      "Too many programs and pages of yours listen for changes already.",
      hint: "Close some, or go on without."
    )
  }
}
