import CMicrohttpd
import CairnHTTP

/// Responses on their way to clients.
extension Daemon {
  func send(
    _ response: HTTPResponse,
    _ exchange: Exchange,
    _ connection: Connection
  ) -> Bool {
    exchange.stage = .responded
    connection.deadline = .now + limits.responseTime
    makeRoom(for: response.body.count, exchange)
    guard let answer = libraryResponse(response, exchange, connection) else { return false }
    // The library has its own copy.
    exchange.response?.body = []
    return cairn_mhd_queue(connection.handle, UInt32(response.status.code), answer) == .YES
  }

  /// Counts a response in memory, and closes the connections that have waited longest for theirs to be received while
  /// all together exceed the limit; otherwise a few slow clients would use all memory.
  private func makeRoom(for bytes: Int, _ exchange: Exchange) {
    guard bytes > limits.memory else { return }
    exchange.responseBytes = bytes
    var waiting = connections.values.filter { ($0.exchange?.responseBytes ?? 0) > 0 }
      .sorted { $0.deadline ?? .now < $1.deadline ?? .now }
    var total = waiting.reduce(0) { $0 + ($1.exchange?.responseBytes ?? 0) }
    while total > limits.responseBytes, waiting.count > 1 {
      let slowest = waiting.removeFirst()
      total -= slowest.exchange?.responseBytes ?? 0
      slowest.exchange?.responseBytes = 0
      slowest.shutDown()
    }
  }

  private func libraryResponse(
    _ response: HTTPResponse,
    _ exchange: Exchange,
    _ connection: Connection
  ) -> OpaquePointer? {
    let libraryResponse = createResponse(response, exchange, connection)
    for line in response.fields.lines { _ = cairn_mhd_add(libraryResponse, line.name, line.value) }
    // The library accepts a bare LF at the end of a chunk extension. A proxy that does not would see other
    // requests behind this one (request smuggling, RFC 9112, 7.1.1 and 11.2).
    let isChunked = exchange.request.fields.count(of: "transfer-encoding") > 0
    if drainEnd != nil || isChunked { _ = cairn_mhd_add(libraryResponse, "connection", "close") }
    return libraryResponse
  }

  private func createResponse(
    _ response: HTTPResponse,
    _ exchange: Exchange,
    _ connection: Connection
  ) -> OpaquePointer? {
    guard let parts = response.parts else {
      return response.body.withUnsafeBytes {
        cairn_mhd_response($0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress))
      }
    }
    let bodyStream = ResponseBodyStream(parts, to: connection, of: self)
    exchange.bodyStream = bodyStream
    if drainEnd != nil, parts.isEndless { bodyStream.stop() }
    return cairn_mhd_parts(
      fillResponseBody,
      Unmanaged.passRetained(bodyStream).toOpaque(),
      endResponseBody
    )
  }
}
