import Cairn
import CairnActions
import CairnHTTP
import CairnPages
import CairnSync
import CairnTestKit
import Testing

@testable import CairnServer
@testable import CairnStore
import CairnReports

@Suite struct `Names of devices on a server` {
  @Test func `are changed in the settings, and rejected there`() async throws {
    try await ServedLog.run { served in
      let id = Device.id(of: served.log.context.node).text
      let named = try await served.client.submit("/devices/\(id)", "key=k&name=Web")
      #expect(named.status == .seeOther)
      let page = try await served.client.ask(.get, "/settings/devices").text
      #expect(page.contains("value=\"Web\"") && page.contains("<bdi>All browsers</bdi>"))
      let refused = try await served.client.submit("/devices/\(id)", "key=l&name=")
      #expect(refused.status == .unprocessable && refused.text.contains("role=\"alert\""))
    }
  }

  @Test func `are listed and changed through the API`() async throws {
    try await ServedLog.run { served in
      let node = served.log.context.node
      try await served.log.suggest("Firefox on Android", for: [7])
      let id = Device.id(of: 7).text
      let path = "/api/v1/devices/\(id)"
      let (body, json) = (#"{"name":"Phone"}"#, "application/json")
      let named = try await served.client.ask(.patch, path, body, type: json)
      #expect(named.status == .ok, "\(named.text)")
      let text = try await served.client.ask(.get, "/api/v1/devices").text
      #expect(text.contains("\"by\":\"\(Stamp.text(ofNode: node))\",\"name\":null,\"here\":true"))
      #expect(text.contains("\"by\":\"00000007\",\"name\":\"Phone\",\"here\":false"))
      let other = "/api/v1/devices/\(Device.id(of: 8).text)"
      #expect(try await served.client.ask(.patch, other, body, type: json).status == .notFound)
    }
  }

  @Test func `come from a browser that syncs offline actions`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Emma", pages: 160)
      let session = try await served.person.track(book, "10:00-11:00", page: 40).id
      var push = try await served.onAnotherDevice { writer in
        try writer.change(session, as: NoDetail.self) { $0.note = "there" }
      }
      let node = try #require(push.mutations.first?.mutation.stamp.node)
      let agent = "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"
      let answer = try await served.client.ask(
        .post,
        "/api/v1/sync/push",
        String(decoding: push.encode(), as: UTF8.self),
        type: "application/json",
        [("user-agent", agent)]
      )
      #expect(answer.status == .ok, "\(answer.text)")
      #expect(try await served.log.deviceNames()[node] == "Firefox on Android")
    }
  }

  @Test func `show where a session continues`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Emma", pages: 160)
      let session = try await served.person.start(book).id
      served.scratch.clock.advance(by: .minutes(5))
      let push = try await served.onAnotherDevice { _ = try $0.resume(session, at: nil) }
      _ = try await served.log.applyPush(push)
      let node = try #require(push.mutations.first?.mutation.stamp.node)
      try await served.log.suggest("laptop", for: [node])
      let page = try await served.client.ask(.get, "/").text
      #expect(page.contains("<bdi>Moved: on “laptop” since 19:05.</bdi>"))
    }
  }
}
