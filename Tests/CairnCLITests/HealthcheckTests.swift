import Cairn
import CairnExchange
import Testing

@testable import CairnCLI

@Suite struct `A health check` {
  @Test(arguments: [
    ([], "127.0.0.1:8080"), (["--listen", "0.0.0.0:80"], "127.0.0.1:80"),
    (["--listen", "[::]:81"], "[::1]:81"), (["--listen", "10.0.0.2:82"], "10.0.0.2:82"),
  ])
  func `asks the address the server listens on`(words: [String], address: String) async throws {
    let me = try Person { request in
      #expect(request.url == "http://\(address)/healthz")
      return WebResponse(status: 200, body: [])
    }
    let run = await me.types(["healthcheck"] + words)
    #expect(run.exit == .done && run.out == "The server at http://\(address) responds.\n")
  }

  @Test func `fails if the server responds with an error`() async throws {
    let me = try Person { _ in WebResponse(status: 503, body: []) }
    let run = await me.types("healthcheck")
    #expect(run.exit == .unreachable && run.err.contains("with status 503"), "\(run.err)")
  }

  @Test func `fails if nothing listens there`() async throws {
    let me = try Person(web: WebClient.send)
    let run = await me.types("healthcheck", "--listen", "127.0.0.1:1")
    #expect(run.exit == .unreachable, "\(run.err)")
  }
}
