import Cairn
import CairnTestKit
import Testing

@testable import CairnSync

@Suite struct `A sync notice` {
  private func text(
    _ notice: SyncNotice,
    failure: String? = nil,
    after minutes: Int64 = 0
  ) -> String? {
    notice.sentence(failure: failure, at: .scratchStart + .minutes(minutes)) { _ in "10:02" }
  }

  @Test func `is empty when all is well or still on its way`() {
    let waiting = SyncNotice(hasServer: true, problem: nil, refused: 0, waiting: (1, .scratchStart))
    #expect(text(SyncNotice(hasServer: true, problem: nil, refused: 0, waiting: nil)) == nil)
    #expect(text(waiting) == nil)
    #expect(text(waiting, after: 1) == "Not in sync: 1 change waiting since 10:02.")
  }

  @Test func `shows the first problem, without its cause and hint`() {
    let notice = SyncNotice(hasServer: true, problem: "they differ.", refused: 2, waiting: nil)
    let failure = "The server at http://a:1 cannot be reached: no route. Check the address."
    #expect(
      text(notice, failure: failure)
        == "The last sync failed. The server at http://a:1 cannot be reached."
    )
    #expect(text(notice) == "Not in sync: they differ.")
    let refused = SyncNotice(hasServer: true, problem: nil, refused: 2, waiting: nil)
    #expect(text(refused) == "Not in sync: the server rejected 2 changes.")
  }
}
