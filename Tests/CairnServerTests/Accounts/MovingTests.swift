import Cairn
import CairnHTTP
import Testing

@testable import CairnServer

@Suite struct `A log that is on its way` {
  @Test func `is asked for again in a moment`() {
    let problem = Problem(CairnError("storage.moving", "It is on its way."))
    #expect(problem.status == .unavailable)
    #expect(problem.code == "storage.moving")
    #expect(problem.retryAfter == 1)
  }
}
