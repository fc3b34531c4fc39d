import Cairn
import CairnTestKit
import Testing

@testable import CairnStore

@Suite struct `What is said of a sync` {
  private func said(
    _ notice: SyncNotice,
    failure: String? = nil,
    after minutes: Int64 = 0
  ) -> String? {
    notice.sentence(failure: failure, at: .scratchStart + .minutes(minutes)) { _ in "10:02" }
  }

  @Test func `is nothing where all is well, or just on its way`() {
    let waiting = SyncNotice(problem: nil, refused: 0, waiting: (1, .scratchStart))
    #expect(said(SyncNotice(problem: nil, refused: 0, waiting: nil)) == nil)
    #expect(said(waiting) == nil)
    #expect(said(waiting, after: 1) == "Not in sync: 1 change waits to be sent since 10:02.")
  }

  @Test func `is the first thing that is in the way, without why and what to do`() {
    let notice = SyncNotice(problem: "they differ.", refused: 2, waiting: nil)
    let failure = "The server at http://a:1 cannot be asked: no route. Check the address."
    #expect(
      said(notice, failure: failure)
        == "The last sync failed. The server at http://a:1 cannot be asked."
    )
    #expect(said(notice) == "Not in sync: they differ.")
    let refused = SyncNotice(problem: nil, refused: 2, waiting: nil)
    #expect(said(refused) == "Not in sync: the server refused 2 changes.")
  }
}
