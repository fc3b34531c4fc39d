import Cairn
import CairnHTTP
import CairnSQL
import CairnStore
import Testing

@testable import CairnServer

@Suite struct `A log during a migration` {
  @Test func `returns 503 with a retry after one second`() {
    let problem = Problem(CairnError("storage.no_log", "It was moved.", hint: ""))
    #expect(problem.status == .unavailable)
    #expect(problem.code == "storage.no_log")
    #expect(problem.retryAfter == 1)
  }
}

@Suite struct `A database that is not usable` {
  @Test(arguments: ["unreachable", "privileged_role", "missing_role", "schema_incomplete"])
  func `is described to the operator only`(name: String) {
    let error = CairnError("storage.\(name)", "It cannot be used: 10.0.0.31 refused.", hint: "")
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

  @Test func `shows the text of a library in the log only`() {
    let engine = StorageError(.io, "the disk failed", extendedCode: 522, cause: "disk I/O error")
    let plain = CairnError("story.invalid", "It is invalid.", hint: "Try again.", cause: "libx 7")
    for (error, cause) in [(CairnError(engine), "disk I/O error (522)"), (plain, "libx 7")] {
      let problem = Problem(error)
      let sent = String(decoding: problem.response.body, as: UTF8.self)
      #expect(error.cause == cause && !error.message.contains(cause))
      #expect(!sent.contains(cause) && problem.reason(error)?.hasSuffix(cause) == true)
    }
  }

  private static let codes: [String: StorageError.Code] = [
    "damaged": .corrupt, "failed": .readOnly, "interrupted": .interrupted,
  ]
}
