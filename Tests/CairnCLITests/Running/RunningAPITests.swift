import CairnHTTP
import Foundation
import Testing

@testable import CairnServer

@Suite struct `A kind of fields in the API` {
  @Test func `is started, ended, edited and shown`() async throws {
    try await RunningServer.run { me in
      let started = try await me.ask(
        .post,
        "/api/v1/sessions",
        #"{"kind":"running","at":"2026-03-05T19:00:00Z","surface":"road"}"#
      )
      #expect(started.status == 201, "\(started)")
      let path = "/api/v1/sessions/\(started.id)"
      let ended = try await me.ask(
        .post,
        "\(path)/end",
        #"{"at":"2026-03-05T19:30:00Z","metres":5200,"effort":7}"#
      )
      #expect(ended.text.contains(#""details":{"effort":7,"metres":5200,"surface":"road"}"#))
      let edited = try await me.ask(.patch, path, #"{"metres":5400,"effort":null}"#)
      #expect(edited.status == 200, "\(edited)")
      let shown = try await me.ask(.get, path).text
      #expect(shown.contains(#""kind":"running""#) && shown.contains(#""pages":null"#))
      #expect(shown.contains(#""metres":5400"#) && !shown.contains(#""effort":7"#), "\(shown)")
      let list = try await me.ask(.get, "/api/v1/sessions?kind=running").text
      #expect(list.contains(started.id))
      #expect(try await me.ask(.get, "/api/v1/live?kind=running").status == 200)
    }
  }

  @Test func `is tracked, split, merged and continued`() async throws {
    try await RunningServer.run { me in
      let tracked = try await me.ask(.post, "/api/v1/sessions/track", Self.run)
      let path = "/api/v1/sessions/\(tracked.id)"
      let split = try await me.ask(.post, "\(path)/split", #"{"at":"2026-03-05T19:15:00Z"}"#)
      #expect(split.status == 200, "\(split)")
      #expect(try await me.ask(.get, path).text.contains(#""metres":2600"#))
      let later = split.text.components(separatedBy: #"{"id":""#)[2].prefix(36)
      let merged = try await me.ask(.post, "\(path)/merge", #"{"other":"\#(later)"}"#)
      #expect(merged.status == 200, "\(merged)")
      #expect(try await me.ask(.get, path).text.contains(#""metres":5200"#))
      #expect(try await me.ask(.post, "\(path)/continue", "{}").status == 201)
    }
  }

  private static let run = """
    {"kind":"running","start":"2026-03-05T19:00:00Z","end":"2026-03-05T19:30:00Z","metres":5200}
    """

  @Test(arguments: [
    #"{"kind":"running","metres":1000001}"#, #"{"kind":"running","effort":"7"}"#,
    #"{"kind":"running","surface":"sand"}"#, #"{"kind":"running","rpe":7}"#,
    #"{"kind":"running","title":"Dune"}"#, #"{"kind":"climbing","metres":5}"#,
    #"{"title":"Dune","metres":5}"#, #"{"kind":"swimming"}"#,
  ])
  func `refuses what its fields do not take, and its fields elsewhere`(body: String) async throws {
    try await RunningServer.run { me in
      let reply = try await me.ask(.post, "/api/v1/sessions", body)
      #expect(reply.status == 422 && reply.text.contains("request.field"), "\(reply)")
    }
  }

  @Test func `refuses its details for a session of another kind`() async throws {
    try await RunningServer.run { me in
      let climb = try await me.ask(.post, "/api/v1/sessions", #"{"kind":"climbing"}"#)
      let path = "/api/v1/sessions/\(climb.id)"
      for (method, end) in [(.post, "/end"), (.patch, "")] as [(HTTPMethod, String)] {
        let reply = try await me.ask(method, path + end, #"{"metres":5200}"#)
        #expect(reply.text.contains("session.wrong_kind"), "\(reply)")
      }
    }
  }

  @Test func `is described by OpenAPI`() async throws {
    try await RunningServer.run { me in
      let text = try await me.ask(.get, "/api/openapi.json").text
      #expect(text.contains(#""climbing","running"]"#) || text.contains(#""listening","running"]"#))
      #expect(text.contains("as a whole number: 500000 is 500 km"))
      #expect(text.contains(##""$ref":"#/components/schemas/SessionDetails""##))
    }
  }

  @Test func `has a total and a table`() async throws {
    try await RunningServer.run { me in
      _ = try await me.ask(.post, "/api/v1/sessions/track", Self.run)
      let totals = try await me.ask(.get, "/api/v1/insights/by-attribute?by=kind").text
      #expect(totals.contains(#""name":"Running""#) && totals.contains(#""amount":"5.2 km""#))
      let table = try await me.ask(.get, "/api/v1/exports/running").text
      #expect(table.hasPrefix("session_id,metres,effort,surface"), "\(table)")
      #expect(table.contains(",5200,,"))
    }
  }
}
