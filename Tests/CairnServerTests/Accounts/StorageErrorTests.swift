import Cairn
import CairnHTTP
import CairnSQL
import CairnStore
import Testing

@testable import CairnServer

@Suite struct `A log during a migration` {
  @Test func `returns 503 with a retry after one second`() {
    let problem = Problem(CairnError("storage.moving", "It is on its way."))
    #expect(problem.status == .unavailable)
    #expect(problem.code == "storage.moving")
    #expect(problem.retryAfter == 1)
  }
}

@Suite struct `A database that is not usable` {
  @Test(arguments: ["unreachable", "powerful_role", "missing_role", "one_database", "not_whole"])
  func `is described to the operator only`(name: String) {
    let error = CairnError("storage.\(name)", "It cannot be used: 10.0.0.31 refused.")
    let problem = Problem(error)
    #expect(problem.status == .unavailable && problem.retryAfter == 1)
    #expect(problem.code == error.code && !problem.detail.contains("10.0.0.31"))
    #expect(problem.reason(error) == error.message)
  }

  @Test(arguments: ["damaged", "failed", "interrupted"])
  func `shows other people a generic error`(name: String) {
    let error = CairnError(StorageError(Self.codes[name]!, "permission denied for table session"))
    let problem = Problem(error)
    #expect(problem.code == "storage.\(name)" && problem.status.code >= 500)
    #expect(!"\(problem.detail)\(problem.hint)".contains("denied"))
    #expect(problem.reason(error) == error.message && error.message.contains("permission"))
  }

  private static let codes: [String: StorageError.Code] = [
    "damaged": .corrupt, "failed": .readOnly, "interrupted": .interrupted,
  ]
}
