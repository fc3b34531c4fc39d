import CairnHTTP
import CairnServer
import Testing

@Suite struct `The host and origin check` {
  @Test(arguments: ["evil.example", "evil.example:8080", "127.0.0.1", "127.0.0.1:8081", "", nil])
  func `rejects another host name, except on health endpoints`(host: String?) async throws {
    try await ServedLog.run { served in
      for target in ["/", "/version", "/api/v1/shelf", "/assets/app.css"] {
        var request = HTTPRequest(.get, target)
        if let host { request.fields.append("host", host) }
        let refused = await served.client.server.respond(to: request)
        #expect(refused.status == .misdirected)
        #expect(refused.text.contains("request.host"))
        #expect(refused.text.contains("CAIRN_URL=http://\((host ?? "").lowercased())"))
      }
      for probe in ["/healthz", "/readyz"] {
        var request = HTTPRequest(.get, probe)
        if let host { request.fields.append("host", host) }
        #expect(await served.client.server.respond(to: request).status == .ok)
      }
    }
  }

  @Test func `accepts other names of this machine`() async throws {
    try await ServedLog.run { served in
      var request = HTTPRequest(.get, "/version")
      request.fields.append("host", "LocalHost:8080")
      #expect(await served.client.server.respond(to: request).status == .ok)
    }
  }

  /// The scheme and the host that a proxy sends with `Host $host:$server_port`, and whether it is accepted.
  @Test(arguments: [
    ("https", "log.example.org", true), ("https", "log.example.org:443", true),
    ("https", "Log.Example.org:443", true), ("https", "log.example.org:8443", false),
    ("https", "log.example.org:80", false), ("http", "log.example.org:80", true),
    ("http", "log.example.org:443", false), ("http", "log.example.org:8080", false),
  ])
  func `treats a host with the default port of its scheme as the same`(
    scheme: String,
    host: String,
    isOurs: Bool
  ) async throws {
    let named = { (dependencies: inout ServerDependencies) in
      (dependencies.hosts, dependencies.isSecure) = (["log.example.org"], scheme == "https")
    }
    try await ServedLog.run(.memory, named) { served in
      var request = HTTPRequest(.get, "/version")
      request.fields.append("host", host)
      request.fields.append("origin", "\(scheme)://log.example.org")
      let answer = await served.client.server.respond(to: request)
      #expect(answer.status == (isOurs ? .ok : .misdirected))
    }
  }

  /// The headers of a browser, and whether they allow an API read, a form, an API write and a page.
  static let origins: [(fields: [(String, String)], allowed: [Bool])] = [
    ([], [true, false, true, true]),
    ([("sec-fetch-site", "same-origin")], [true, true, true, true]),
    (
      [("sec-fetch-site", "none"), ("sec-fetch-mode", "navigate")],
      [true, false, false, true]
    ),
    ([("sec-fetch-site", "cross-site")], [false, false, false, false]),
    ([("sec-fetch-site", "same-site")], [false, false, false, false]),
    (
      [
        ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"),
        ("sec-fetch-dest", "document"),
      ], [false, false, false, true]
    ),
    (
      [
        ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"),
        ("sec-fetch-dest", "iframe"),
      ], [false, false, false, false]
    ),
    ([("origin", "http://127.0.0.1:8080")], [true, true, true, true]),
    ([("origin", "http://evil.example")], [false, false, false, false]),
    ([("origin", "http://127.0.0.1:3000")], [false, false, false, false]),
    ([("origin", "null")], [false, false, false, false]),
    ([("origin", "http://127.0.0.1:8080"), ("origin", "null")], [false, false, false, false]),
  ]

  @Test(arguments: origins.indices)
  func `rejects requests that a page of another site makes a browser send`(
    index: Int
  ) async throws {
    let (fields, allowed) = Self.origins[index]
    try await ServedLog.run { served in
      let form = "application/x-www-form-urlencoded"
      let asked = [
        try await served.client.ask(.get, "/api/v1/shelf", fields),
        try await served.client.ask(.post, "/start", "title=Dune", type: form, fields),
        try await served.client.ask(
          .post,
          "/api/v1/sessions",
          #"{"title":"Emma"}"#,
          type: "application/json",
          fields
        ),
        try await served.client.ask(.get, "/", fields),
      ]
      #expect(asked.map { $0.status != .forbidden } == allowed)
      if !allowed[1], !allowed[2] { #expect(try await served.contents() == "") }
    }
  }
}
