import Cairn
import CairnExchange
import Testing

@testable import CairnCLI

@Suite struct `A request to another server` {
  @Test func `names an unreachable host, without the rest of its address`() async throws {
    let request = WebRequest(url: "http://127.0.0.1:1/log/api?key=1", bearer: "", limit: 100)
    let error = await #expect(throws: CairnError.self) { try await WebClient.send(request) }
    #expect(error?.code == "remote.unreachable")
    let words = error?.message ?? ""
    #expect(words == "The server at http://127.0.0.1:1 refused the connection.")
    #expect(error?.cause.contains("127.0.0.1") == true && error?.hint.isEmpty == false)
  }

  @Test(
    arguments: [
      (1, "“%” is not the address of a web server."),
      (5, "The proxy for the server at % cannot be used."),
      (6, "The name of the server at % was not found."),
      (7, "The server at % refused the connection."),
      (18, "The server at % closed the connection."),
      (28, "The server at % stopped answering."),
      (35, "No encrypted connection to the server at % could be made."),
      (42, "The request to the server at % was cancelled."),
      (52, "The server at % closed the connection."),
      (56, "The server at % closed the connection."),
      (60, "The certificate of the server at % could not be checked."),
      (61, "The server at % sent an invalid response."),
      (63, "The response of the server at % is too long."),
      (77, "The certificate of the server at % could not be checked."),
      (-1, "The server at % cannot be reached."), (99, "The server at % cannot be reached."),
    ] as [(Int32, String)]
  )
  func `says what failed, and what to do`(code: Int32, sentence: String) {
    let failure = WebFailure(code)
    #expect(failure.sentence == sentence && failure.hint.hasSuffix("."))
    #expect(!failure.sentence(about: "https://a.example").contains("%"))
  }

  @Test func `shows the text of libcurl only with --verbose`() async throws {
    let me = try Person(web: WebClient.send)
    let setup = ["sync", "setup", "http://127.0.0.1:1", "--no-token"]
    let plain = await me.types(setup)
    #expect(plain.exit == .unreachable && plain.err.contains("refused the connection."))
    #expect(!plain.err.lowercased().contains("failed to connect"), "\(plain.err)")
    let verbose = await me.types(setup + ["--verbose"]).err
    #expect(verbose.hasPrefix(plain.err) && verbose.contains("\n  Cause: "), "\(verbose)")
  }
}
