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
    #expect(words.hasPrefix("The server at http://127.0.0.1:1 cannot be reached: "), "\(words)")
  }
}
