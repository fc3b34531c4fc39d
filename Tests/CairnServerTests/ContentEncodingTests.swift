import CGzip
import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Foundation
import Testing

@testable import CairnServer

@Suite struct `A compressed response` {
  private func run(_ body: (TestClient) async throws -> Void) async throws {
    #expect(cairn_gzip_load() == nil)
    try await TestEngine.any.scratchLog { scratch in
      let person = Scenario(scratch)
      for title in ["Dune", "Emma", "Persuasion", "Ulysses"] { _ = try await person.add(title) }
      let host = "127.0.0.1:8080"
      let server = ServedLog.server(scratch, host: host) { $0.pack = TestGzip.pack }
      try await body(TestClient(server: server, host: host, port: nil))
    }
  }

  private func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
    let (tool, input, output) = (Process(), Pipe(), Pipe())
    tool.executableURL = URL(fileURLWithPath: "/bin/gzip")
    tool.arguments = ["-dc"]
    (tool.standardInput, tool.standardOutput) = (input, output)
    try tool.run()
    try input.fileHandleForWriting.write(contentsOf: bytes)
    try input.fileHandleForWriting.close()
    return Array(output.fileHandleForReading.readDataToEndOfFile())
  }

  private let gzip = [("accept-encoding", "br, gzip;q=0.8")]

  @Test(arguments: ["/", "/shelf", "/api/v1/shelf", "/api/openapi.json", "/assets/app.css"])
  func `decompresses to the same bytes`(path: String) async throws {
    try await run { client in
      let plain = try await client.ask(.get, path)
      let packed = await client.server.respond(to: request(path, client.host, gzip))
      #expect(plain.fields["content-encoding"] == nil)
      #expect(packed.fields["content-encoding"] == "gzip")
      for answer in [packed, plain] {
        #expect(answer.fields.lines.contains { $0.name == "vary" && $0.value == "accept-encoding" })
      }
      #expect(packed.body.count < plain.body.count)
      // Each rendering of these pages contains new form keys.
      if path != "/" && path != "/shelf" { #expect(try unpacked(packed.body) == plain.body) }
    }
  }

  private func request(_ path: String, _ host: String, _ fields: [(String, String)]) -> HTTPRequest
  {
    var request = HTTPRequest(.get, path)
    for (name, value) in fields + [("host", host)] { request.fields.append(name, value) }
    return request
  }

  @Test(arguments: ["", "br", "gzip;q=0", "identity", "gzip; q=0.0, br"])
  func `is sent only to clients that accept the encoding`(accepted: String) async throws {
    try await run { client in
      let fields = [("accept-encoding", accepted)]
      let answer = await client.server.respond(
        to: request("/api/openapi.json", client.host, fields)
      )
      #expect(answer.fields["content-encoding"] == nil)
    }
  }

  @Test(arguments: ["/version", "/api/v1/changes"])
  func `is neither short nor endless`(path: String) async throws {
    try await run { client in
      let answer = await client.server.respond(to: request(path, client.host, gzip))
      #expect(answer.fields["content-encoding"] == nil)
    }
  }

  @Test(.enabled(if: TestEngine.hasPostgreSQL))
  func `is compressed while other requests are answered, on PostgreSQL`() async throws {
    let (begun, note) = AsyncStream<Void>.makeStream()
    let answered = DispatchSemaphore(value: 0)
    let pack: ContentEncoding.Pack = { _ in
      note.finish()
      return answered.wait(timeout: .now() + 60) == .success ? [1] : nil
    }
    try await ServedAccounts.run(.socket, on: .postgresql, { $0.pack = pack }) { served in
      async let packed = served.client.ask(.get, "/sign-in", gzip)
      for await _ in begun {}
      #expect(try await served.client.ask(.get, "/version").status == .ok)
      answered.signal()
      let body = try await packed.body
      #expect(body == [1])
    }
  }

  @Test func `has a weak tag that still matches`() async throws {
    try await run { client in
      let first = await client.server.respond(to: request("/api/openapi.json", client.host, gzip))
      let tag = try #require(first.fields["etag"])
      #expect(tag.hasPrefix("W/\""))
      let fields = gzip + [("if-none-match", tag)]
      let again = await client.server.respond(to: request("/api/openapi.json", client.host, fields))
      #expect(again.status == .notModified)
      #expect(again.body.isEmpty)
    }
  }

  @Test func `is cached for ever for asset files, and revalidated`() async throws {
    try await run { client in
      let first = await client.server.respond(to: request("/assets/app.js", client.host, gzip))
      #expect(first.fields["cache-control"] == "public, max-age=31536000, immutable")
      let tag = try #require(first.fields["etag"])
      let fields = gzip + [("if-none-match", tag)]
      let again = await client.server.respond(to: request("/assets/app.js", client.host, fields))
      #expect(again.status == .notModified)
    }
  }
}
