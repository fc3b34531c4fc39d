import CairnHTTP
import CairnListener
import Testing

@Suite struct `A streamed response` {
  /// The signals that control the production of body parts, and a record of it.
  private struct Script: Sendable {
    let made = AsyncStream<Int>.makeStream()
    let ended = AsyncStream<String>.makeStream()
    let asked = AsyncStream<Void>.makeStream()

    /// Why the production of parts ended: `done`, or the error.
    var end: String {
      get async {
        for await end in ended.stream { return end }
        return ""
      }
    }
  }

  /// Runs a listener that returns these parts for `/`, and `ok` for everything else.
  private static func listen(
    _ script: Script,
    limits: ListenerLimits = .patient,
    isEndless: Bool = false,
    _ make: @escaping StreamedBody.Make,
    _ body: (RawClient, Listener) async throws -> Void
  ) async throws {
    let socket = try ListeningSocket(address: "127.0.0.1", port: 0)
    let parts = StreamedBody(isEndless: isEndless) { send in
      do {
        try await make(send)
        script.ended.continuation.yield("done")
      } catch {
        script.ended.continuation.yield("\(error)")
        throw error
      }
    }
    let listener = try Listener(socket, limits: limits) { request in
      guard request.target == "/" else { return HTTPResponse(.ok, type: "text/plain", text: "ok") }
      return HTTPResponse(.ok, type: "text/plain", parts: parts)
    }
    do {
      try await body(RawClient(port: socket.port), listener)
    } catch {
      await listener.stop()
      throw error
    }
    await listener.stop()
  }

  private static let get = "GET / HTTP/1.1\r\nhost: x\r\n\r\n"
  private static let other = "GET /other HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"

  @Test func `arrives complete, and the connection stays open`() async throws {
    let parts = (0..<200).map { number in
      [UInt8](repeating: UInt8(number), count: number == 7 ? 0 : number * 331)
    }
    let make: StreamedBody.Make = { send in for part in parts { try await send(part) } }
    try await Self.listen(Script(), make) { wire, _ in
      let text = Self.get + Self.get + Self.other
      let responses = RawClient.responses(try await wire.send(Array(text.utf8), half: false))
      #expect(responses.map(\.status.code) == [200, 200, 200])
      #expect(responses[0].body == parts.flatMap(\.self))
      #expect(responses[1].body == responses[0].body)
      #expect(responses[2].text == "ok")
    }
  }

  @Test func `is sent part by part, as each is ready`() async throws {
    let script = Script()
    let make: StreamedBody.Make = { send in
      try await send(Array("one;".utf8))
      for await _ in script.asked.stream { break }
      try await send(Array("two;".utf8))
    }
    try await Self.listen(script, make) { wire, _ in
      let open = try await wire.open(Self.get)
      #expect(try await open.read(to: "one;").hasPrefix("HTTP/1.1 200 OK"))
      script.asked.continuation.yield()
      _ = try await open.read(to: "two;")
      #expect(try await open.read(to: "0\r\n\r\n") == "\r\n0\r\n\r\n")
    }
  }

  @Test func `is not produced for HEAD`() async throws {
    try await Self.listen(Script(), { _ in Issue.record("It is made.") }) { wire, _ in
      let head = "HEAD / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
      let answer = try await wire.send(head, half: false)
      #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
      #expect(answer.hasSuffix("\r\n\r\n"))
    }
  }

  @Test func `to an older client closes the connection`() async throws {
    let make: StreamedBody.Make = { send in for _ in 0..<3 { try await send(Array("abc".utf8)) } }
    try await Self.listen(Script(), make) { wire, _ in
      let answer = try await wire.send("GET / HTTP/1.0\r\nhost: x\r\n\r\n", half: false)
      #expect(answer.hasSuffix("\r\n\r\nabcabcabc"))
    }
  }

  @Test func `is produced no faster than a slow client reads, and delays no other request`()
    async throws
  {
    let script = Script()
    var limits = ListenerLimits.patient
    limits.responseTime = .seconds(3)
    let megabyte = [UInt8](repeating: 65, count: 1 << 20)
    let make: StreamedBody.Make = { send in
      for number in 1...1_000 {
        try await send(megabyte)
        script.made.continuation.yield(number)
      }
    }
    try await Self.listen(script, limits: limits, make) { wire, _ in
      let slow = try await wire.open(Self.get)
      for _ in 0..<20 { #expect(try await wire.send(Self.other, half: false).hasSuffix("ok")) }
      // The client reads nothing, so the connection is closed after the timeout.
      #expect(await script.end == "CancellationError()")
      script.made.continuation.finish()
      var made = 0
      for await number in script.made.stream { made = number }
      #expect(made < 50)
      slow.disconnect()
    }
  }

  @Test func `is aborted on an error, so that the client notices`() async throws {
    let make: StreamedBody.Make = { send in
      try await send(Array("half".utf8))
      throw RawClientError(reason: "gone")
    }
    try await Self.listen(Script(), make) { wire, _ in
      let answer = try await wire.send(Self.get, half: false)
      #expect(answer.hasSuffix("half\r\n"))
    }
  }

  @Test func `is cancelled when its client disconnects, even while nothing is sent`() async throws {
    let script = Script()
    let make: StreamedBody.Make = { send in
      try await send(Array("hello".utf8))
      for await _ in script.asked.stream {}
      try Task.checkCancellation()
    }
    try await Self.listen(script, isEndless: true, make) { wire, _ in
      let open = try await wire.open(Self.get)
      _ = try await open.read(to: "hello")
      open.disconnect()
      #expect(await script.end == "CancellationError()")
    }
  }

  @Test func `without an end closes when the server stops, and others complete`() async throws {
    let script = Script()
    let endless: StreamedBody.Make = { send in
      try await send(Array("hello".utf8))
      for await _ in script.asked.stream {}
    }
    try await Self.listen(script, isEndless: true, endless) { wire, listener in
      let open = try await wire.open(Self.get)
      _ = try await open.read(to: "hello")
      await listener.stop()
      #expect(try await open.read(to: "never") == "\r\n0\r\n\r\n")
    }
    let other = Script()
    let whole: StreamedBody.Make = { send in
      try await send(Array("one;".utf8))
      for await _ in other.asked.stream { break }
      try await send(Array("two;".utf8))
    }
    try await Self.listen(other, whole) { wire, listener in
      let open = try await wire.open(Self.get)
      _ = try await open.read(to: "one;")
      async let stopped: Void = listener.stop()
      other.asked.continuation.yield()
      #expect(try await open.read(to: "never").hasSuffix("two;\r\n0\r\n\r\n"))
      await stopped
    }
  }

  @Test func `is aborted when the drain time is over`() async throws {
    let script = Script()
    var limits = ListenerLimits.patient
    limits.drainTime = .milliseconds(100)
    let make: StreamedBody.Make = { send in
      try await send(Array("one;".utf8))
      for await _ in script.asked.stream {}
      try Task.checkCancellation()
    }
    try await Self.listen(script, limits: limits, make) { wire, listener in
      let open = try await wire.open(Self.get)
      _ = try await open.read(to: "one;")
      await listener.stop()
      #expect(await script.end == "CancellationError()")
      #expect(try await open.read(to: "never") == "\r\n")
    }
  }
}
