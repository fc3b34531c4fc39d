import CairnHTTP
import CairnListener
import Testing

/// See spec/security.md L11.
@Suite struct `Long responses that nobody reads` {
  private static let size = 16 << 20
  private static let get = "GET /long HTTP/1.1\r\nhost: x\r\n\r\n"

  @Test func `close the connection that has waited longest, and no other`() async throws {
    try await Self.listen { wire in
      var open: [RawConnection] = []
      for _ in 0..<3 {
        let connection = try await wire.open(Self.get)
        #expect(try await connection.read(to: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK"))
        open.append(connection)
      }
      #expect(try await open[0].read(to: "END").utf8.count < Self.size)
      #expect(try await open[1].read(to: "END").utf8.count == Self.size)
      #expect(try await open[2].read(to: "END").utf8.count == Self.size)
    }
  }

  @Test func `may be as many as wanted one after another`() async throws {
    try await Self.listen { wire in
      let connection = try await wire.open("")
      for _ in 0..<4 {
        connection.send(Array(Self.get.utf8))
        _ = try await connection.read(to: "\r\n\r\n")
        #expect(try await connection.read(to: "END").utf8.count == Self.size)
      }
    }
  }

  /// Runs a listener whose every response is long; two of them fit into the limit.
  private static func listen(_ body: (RawClient) async throws -> Void) async throws {
    var limits = ListenerLimits.patient
    (limits.responseBytes, limits.responseTime) = (size * 5 / 2, .seconds(3_000))
    let socket = try ListeningSocket(address: "127.0.0.1", port: 0)
    let text = String(repeating: "x", count: size - 3) + "END"
    let listener = try Listener(socket, limits: limits) { _ in
      HTTPResponse(.ok, type: "text/plain", text: text)
    }
    do {
      try await body(RawClient(port: socket.port))
    } catch {
      await listener.stop()
      throw error
    }
    await listener.stop()
  }
}
