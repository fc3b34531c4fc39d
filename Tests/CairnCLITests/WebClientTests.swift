import Cairn
import CairnExchange
import Testing

@testable import CairnCLI

@Suite struct `Asking another server` {
  @Test func `names the one that cannot be reached, and no more of its address`() async throws {
    let request = WebRequest(url: "http://127.0.0.1:1/log/api?key=1", bearer: "", limit: 100)
    let error = await #expect(throws: CairnError.self) { try await WebClient.ask(request) }
    #expect(error?.code == "remote.unreachable")
    let words = error?.message ?? ""
    #expect(words.hasPrefix("The server at http://127.0.0.1:1 cannot be asked: "), "\(words)")
  }
}
