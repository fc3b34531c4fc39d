import CairnHTTP
import CairnListener
import Testing

@Suite struct `A request whose client disconnects` {
  /// The signals that control the requests of a test, and a record of them.
  private struct Script: Sendable {
    let begun = AsyncStream<String>.makeStream()
    /// One stream per method, because a cancelled task ends the stream that it awaits.
    let resume = ["GET": AsyncStream<Void>.makeStream(), "POST": AsyncStream<Void>.makeStream()]
    let ended = AsyncStream<Bool>.makeStream()
  }

  @Test func `is cancelled when it only reads, otherwise it completes`() async throws {
    let script = Script()
    try await Self.listen(script) { wire in
      var begun = script.begun.stream.makeAsyncIterator()
      var ended = script.ended.stream.makeAsyncIterator()
      let writes = try await wire.open("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n")
      #expect(await begun.next() == "POST")
      writes.disconnect()
      let reads = try await wire.open("GET / HTTP/1.1\r\nhost: x\r\n\r\n")
      #expect(await begun.next() == "GET")
      reads.send(Array("GET /next HTTP/1.1\r\nhost: x\r\n\r\n".utf8))
      reads.disconnect()
      // The last disconnected request was cancelled, so the check of the other one has run as well.
      #expect(await ended.next() == true)
      script.resume["POST"]?.continuation.yield()
      #expect(await ended.next() == false)
    }
  }

  @Test func `is cancelled when it uploads a file for preview`() async throws {
    let script = Script()
    try await Self.listen(script) { wire in
      let head = "POST /import?a=b HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}"
      let sends = try await wire.open(head)
      for await _ in script.begun.stream { break }
      sends.disconnect()
      for await isCancelled in script.ended.stream {
        #expect(isCancelled)
        break
      }
    }
  }

  @Test func `gets its response when only the sending side is closed`() async throws {
    let script = Script()
    try await Self.listen(script, disconnectTimeout: .seconds(600)) { wire in
      async let answer = wire.send("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
      for await _ in script.begun.stream { break }
      script.resume["GET"]?.continuation.yield()
      let said = try await answer
      #expect(said.hasSuffix("ok"))
    }
  }

  /// Runs a listener whose handler reports its start and waits for a signal or its cancellation.
  private static func listen(
    _ script: Script,
    disconnectTimeout: Duration = .milliseconds(40),
    _ body: (RawClient) async throws -> Void
  ) async throws {
    let socket = try ListeningSocket(address: "127.0.0.1", port: 0)
    var limits = ListenerLimits.patient
    limits.disconnectTimeout = disconnectTimeout
    limits.readOnlyPaths = ["/import"]
    let listener = try Listener(socket, limits: limits) { request in
      script.begun.continuation.yield(request.method.name)
      if let resume = script.resume[request.method.name] { for await _ in resume.stream { break } }
      script.ended.continuation.yield(Task.isCancelled)
      return HTTPResponse(.ok, type: "text/plain", text: "ok")
    }
    let result: Result<Void, any Error>
    do { result = .success(try await body(RawClient(port: socket.port))) } catch {
      result = .failure(error)
    }
    await listener.stop()
    try result.get()
  }
}
