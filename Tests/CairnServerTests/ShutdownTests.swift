import CairnHTTP
import CairnListener
import Testing

@Suite struct `A server that shuts down` {
  @Test func `finishes open requests and accepts no new ones`() async throws {
    let (asked, askedOnce) = AsyncStream<Void>.makeStream()
    let (gate, opened) = AsyncStream<Void>.makeStream()
    let socket = try ListeningSocket(address: "127.0.0.1", port: 0)
    let listener = try Listener(socket) { _ in
      askedOnce.yield()
      for await _ in gate { break }
      return HTTPResponse(.ok, type: "text/plain", text: "done")
    }
    let wire = RawClient(port: socket.port)
    async let answer = wire.send(Array("GET / HTTP/1.1\r\nhost: x\r\n\r\n".utf8), half: false)
    for await _ in asked { break }
    async let stopped: Void = listener.stop()
    opened.yield()
    await stopped
    let response = try #require(RawClient.responses(try await answer).first)
    #expect(response.text == "done")
    await #expect(throws: RawClientError.self) { try await wire.send([]) }
  }

  @Test func `does not wait for ever`() async throws {
    let (asked, askedOnce) = AsyncStream<Void>.makeStream()
    var limits = ListenerLimits.patient
    limits.drainTime = .milliseconds(100)
    let socket = try ListeningSocket(address: "127.0.0.1", port: 0)
    let listener = try Listener(socket, limits: limits) { _ in
      askedOnce.yield()
      let (never, end) = AsyncStream<Void>.makeStream()
      for await _ in never {}  // ends when the task is cancelled
      end.finish()
      return HTTPResponse(.ok)
    }
    let wire = RawClient(port: socket.port)
    async let answer = wire.send(Array("GET / HTTP/1.1\r\nhost: x\r\n\r\n".utf8), half: false)
    for await _ in asked { break }
    await listener.stop()
    #expect(RawClient.responses(try await answer).map(\.status.code) == [503])
  }

  @Test func `reports why it cannot listen`() throws {
    let first = try ListeningSocket(address: "127.0.0.1", port: 0)
    let error = #expect(throws: ListenerError.self) {
      try ListeningSocket(address: "127.0.0.1", port: first.port)
    }
    #expect(error?.reason == "another program uses the address")
    #expect(error?.cause == "Address already in use")
    #expect(throws: ListenerError.self) { try ListeningSocket(address: "not digits", port: 0) }
  }
}
