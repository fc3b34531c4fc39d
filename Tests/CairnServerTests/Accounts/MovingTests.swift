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

@Suite struct `A database that cannot be reached` {
  @Test func `is named to whoever runs the server alone`() {
    let error = CairnError("storage.unreachable", "It cannot be reached: 10.0.0.31 refused.")
    let problem = Problem(error)
    #expect(problem.status == .unavailable && problem.retryAfter == 1)
    #expect(!problem.detail.contains("10.0.0.31"))
    #expect(
      problem.remark(of: error) == "storage.unreachable It cannot be reached: 10.0.0.31 refused."
    )
  }
}
