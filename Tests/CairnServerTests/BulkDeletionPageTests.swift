import Cairn
import CairnHTTP
import CairnJSON
import CairnReports
import CairnTestKit
import Testing

@testable import CairnServer
@testable import CairnStore
import CairnSync

@Suite struct `A bulk deletion by another device` {
  /// Runs a body with a server and twelve sessions of Emma that another device has deleted.
  private func withBulkDeletion(_ body: (ServedLog, BulkDeletion) async throws -> Void) async throws
  {
    try await ServedLog.run { served in
      let book = try await served.person.add("Emma", pages: 160)
      var ids: [SessionID] = []
      for hour in 10..<16 {
        for time in ["\(hour):00-\(hour):20", "\(hour):30-\(hour):50"] {
          ids.append(try await served.person.track(book, time).id)
        }
      }
      let sessions = ids
      let push = try await served.onAnotherDevice { writer in
        for id in sessions { try writer.delete(SessionRecord.kind, id.record) }
      }
      _ = try await served.log.applyPush(push)
      try await body(served, try #require(try await served.log.bulkDeletions().first))
    }
  }

  @Test func `is shown where people look, with the name of the device`() async throws {
    try await withBulkDeletion { served, deletion in
      for path in ["/", "/history", "/settings"] {
        let page = try await served.client.ask(.get, path).text
        #expect(page.contains("Deleted on another device: 12 sessions"), "\(path)")
      }
      let page = try await served.client.ask(.get, "/conflicts").text
      let device = Stamp.text(ofNode: deletion.nodes[0])
      #expect(page.contains("On another device (\(device)), synced 19:00</bdi>."), "\(page)")
    }
  }

  @Test func `is restored with one tap, and undo deletes again`() async throws {
    try await withBulkDeletion { served, deletion in
      let path = "/deletions/\(deletion.id.text)/restore"
      let back = try await served.client.submit(path, "key=k")
      #expect(back.status == .seeOther)
      #expect(try await served.log.sessions(SessionFilter()).count == 12)
      let place = try #require(back.fields["location"])
      let page = try await served.client.ask(.get, place).text
      #expect(page.contains("<bdi>Bulk deletion by another device restored</bdi>"))
      #expect(!page.contains("Bring all back"))
      let again = try await served.client.submit(path, "key=l")
      let same = try await served.client.ask(.get, try #require(again.fields["location"])).text
      #expect(!same.contains("toast"), "a second tap changes nothing")
      let line = try #require(try await served.log.history(limit: 1).first)
      _ = try await served.client.submit("/undo/\(line.id.text)", "back=/conflicts&key=u")
      #expect(try await served.log.sessions(SessionFilter()).isEmpty)
    }
  }

  @Test func `is dismissed with one tap, and an open browser is notified`() async throws {
    try await withBulkDeletion { served, deletion in
      let tag = try #require(try await served.client.ask(.get, "/conflicts").fields["etag"])
      let known = try await served.client.ask(.get, "/conflicts", "", [("if-none-match", tag)])
      #expect(known.status == .notModified)
      let path = "/deletions/\(deletion.id.text)/dismiss"
      #expect(try await served.client.submit(path, "key=k").status == .seeOther)
      let page = try await served.client.ask(.get, "/conflicts", "", [("if-none-match", tag)])
      #expect(page.status == .ok && !page.text.contains("Deleted on another device"))
      #expect(try await served.client.submit(path, "key=l").status == .seeOther)
      #expect(try await served.log.sessions(SessionFilter()).isEmpty)
    }
  }

  @Test func `is listed, restored and dismissed through the API`() async throws {
    try await withBulkDeletion { served, deletion in
      let listed = try await served.client.ask(.get, "/api/v1/deletions").json()
      #expect(
        listed["deletions"] == .array([deletion.report(try await served.log.deviceNames()).json])
      )
      let path = "/api/v1/deletions/\(deletion.id.text)"
      let back = try await served.client.post(path + "/restore", "{}")
      #expect(back.text == #"{"restored":12,"skipped":0}"#)
      let again = try await served.client.post(path + "/restore", "{}")
      #expect(again.text == #"{"restored":0,"skipped":0}"#)
      #expect(try await served.client.post(path + "/dismiss", "{}").text == #"{"deletions":[]}"#)
      #expect(try await served.log.sessions(SessionFilter()).count == 12)
    }
  }
}
