import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `A base path` {
  static let base = BasePath("/cairn/") ?? .none

  /// Runs a body with a server below a base path and a browser in which anna is signed in.
  private func run(
    _ way: TestTransport = .memory,
    isSecure: Bool = false,
    _ body: (ServedAccounts, inout Browser) async throws -> Void
  ) async throws {
    try await ServedAccounts.run(way, isSecure: isSecure) { dependencies in
      dependencies.base = Self.base
    } _: { served in
      try await served.add("anna")
      var browser = Browser(client: served.client, isSecure: isSecure)
      let form = "name=anna&password=correct+horse&next=/shelf"
      let answer = try await browser.submit("/cairn/sign-in", form)
      #expect(answer.fields["location"] == "/cairn/shelf")
      try await body(served, &browser)
    }
  }

  /// Creates content for every page.
  private func fill(_ browser: inout Browser, _ served: ServedAccounts) async throws {
    for title in ["Dune", "Emma"] {
      #expect(try await browser.submit("/cairn/start", "title=\(title)").status == .seeOther)
      let today = try await browser.get("/cairn/").text
      let stop = try #require(today.firstMatch(of: #/action="(/cairn/sessions/[^"]+/stop)"/#))
      served.clock.advance(by: .minutes(40))
      #expect(try await browser.submit(String(stop.1), "page=40").status == .seeOther)
    }
    #expect(try await browser.submit("/cairn/start", "title=Persuasion").status == .seeOther)
    served.clock.advance(by: .minutes(5))
  }

  @Test(arguments: TestTransport.allCases)
  func `prefixes every link, form and file on every page`(way: TestTransport) async throws {
    try await run(way) { served, browser in
      try await fill(&browser, served)
      var (ahead, seen) = (["/cairn", "/cairn/sign-in", "/cairn/nowhere"], Set<String>())
      // Breadth first, because the calendar has no end.
      while let place = ahead.first, seen.count < 80 {
        ahead.removeFirst()
        guard seen.insert(place).inserted else { continue }
        let answer = try await browser.get(place)
        #expect(answer.status.code < 400 || place == "/cairn/nowhere", "\(place)")
        if let next = answer.fields["location"] { ahead.append(next) }
        for link in answer.text.matches(of: #/ ([a-z-]+)="(/[^"]*)"/#) {
          let (name, value) = (String(link.1), String(link.2))
          // Hidden fields contain redirect targets without the base path; `data-key="/"` is a keyboard shortcut.
          if name == "value" || name == "data-key" { continue }
          #expect(value.hasPrefix("/cairn/"), "\(name)=\(value) on \(place)")
          if name == "href" || name == "src" {
            ahead.append(value.replacing("&amp;", with: "&").replacing(#/#.*/#, with: ""))
          }
        }
      }
      let kinds = ["/cairn/books/", "/cairn/sessions/", "/cairn/history", "/cairn/assets/app.css"]
      for kind in kinds { #expect(seen.contains { $0.hasPrefix(kind) }, "\(kind)") }
      #expect(seen.count > 30)
    }
  }

  @Test(arguments: TestTransport.allCases)
  func `prefixes the redirects of forms and undo`(way: TestTransport) async throws {
    try await run(way) { served, browser in
      try await fill(&browser, served)
      let book = try await browser.submit("/cairn/books", "title=Ulysses&key=one")
      let place = book.fields["location"] ?? ""
      #expect(place.hasPrefix("/cairn/books/") && place.contains("done="))
      let page = try await browser.get(place).text
      let undo = try #require(page.firstMatch(of: #/action="(/cairn/undo/[^"]+)"/#))
      let back = try #require(page.firstMatch(of: #/name="back" value="(/books/[^"]+)"/#))
      let undone = try await browser.submit(String(undo.1), "back=\(back.1)&key=two")
      #expect(undone.fields["location"]?.hasPrefix("/cairn/") == true)
      #expect(
        try await browser.submit("/cairn/sign-out", "").fields["location"] == "/cairn/sign-in"
      )
      let sent = try await browser.get("/cairn/history?day=2026-01-05")
      #expect(sent.fields["location"] == "/cairn/sign-in?next=%2Fhistory%3Fday%3D2026-01-05")
    }
  }

  @Test func `limits cookies to itself`() async throws {
    try await run(isSecure: true) { served, browser in
      #expect(browser.cookies.keys.sorted() == ["__Secure-cairn", "__Secure-cairn-device"])
      let theme = try await browser.submit("/cairn/theme", "theme=dark")
      #expect(theme.fields["set-cookie"]?.contains("; Path=/cairn; ") == true)
      let out = try await browser.submit("/cairn/sign-out", "").fields["set-cookie"] ?? ""
      #expect(out == "__Secure-cairn=; Path=/cairn; Max-Age=0; HttpOnly; SameSite=Lax; Secure")
    }
  }

  @Test func `grants no access for a second cookie of the same name from another host`()
    async throws
  {
    try await run(isSecure: true) { served, browser in
      let secret = try #require(browser.cookies["__Secure-cairn"])
      let one = "__Secure-cairn=\(secret)"
      for (cookie, status) in [(one, 200), ("\(one); __Secure-cairn=other", 303)] {
        let answer = try await served.client.ask(.get, "/cairn/", [("cookie", cookie)])
        #expect(answer.status.code == status)
      }
    }
  }

  @Test(arguments: ["/", "/history", "/cairnival", "/cairn.css", "//cairn/", "/api/v1/shelf"])
  func `answers 404 for every path outside it`(path: String) async throws {
    try await run { served, browser in
      let answer = try await browser.get(path)
      #expect(answer.status == .notFound)
      #expect(answer.text.contains("All pages are below /cairn/."))
    }
  }

  @Test func `serves the health endpoints below it and at the root`() async throws {
    try await run { served, _ in
      for path in ["/healthz", "/readyz", "/version"] {
        for base in ["", "/cairn"] {
          let answer = try await served.client.ask(.get, base + path)
          #expect(answer.status == .ok)
        }
      }
    }
  }

  @Test func `is the server URL in the API description`() async throws {
    try await run { served, _ in
      let json = try await served.client.ask(.get, "/cairn/api/openapi.json").json()
      #expect(json["servers"] == .array([.members(("url", .string("/cairn")))]))
    }
  }

  @Test func `serves the replacement of a whole log`() async throws {
    try await run { served, browser in
      let file = try await browser.get("/cairn/api/v1/account/log").body
      #expect(try await browser.put("/cairn/api/v1/account/log", file).status == .ok)
    }
  }

  @Test(arguments: [
    ("", ""), ("/", ""), ("/cairn", "/cairn"), ("/cairn/", "/cairn"), ("/a/b-c/", "/a/b-c"),
    ("cairn", nil), ("/a b", nil), ("/a?b", nil), ("/../a", nil), ("/ä", nil), ("/a\"b", nil),
  ])
  func `allows plain path characters only`(text: String, base: String?) {
    #expect(BasePath(text)?.text == base)
  }
}

@Suite struct `The X-Forwarded-Proto header` {
  /// The address of the connection, `X-Forwarded-Proto`, and whether the request counts as TLS.
  @Test(arguments: [
    ("127.0.0.1", "https", true), ("127.0.0.1", "http", false), ("127.0.0.1", nil, false),
    ("192.0.2.7", "https", false),
  ])
  func `is trusted only from a configured proxy`(
    address: String,
    proto: String?,
    isSecure: Bool
  ) async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      let form = Array("name=anna&password=correct+horse".utf8)
      var request = HTTPRequest(.post, "/sign-in", body: form, address: address)
      request.fields.append("host", served.client.host)
      request.fields.append("content-type", "application/x-www-form-urlencoded")
      request.fields.append("origin", (isSecure ? "https://" : "http://") + served.client.host)
      if let proto { request.fields.append("x-forwarded-proto", proto) }
      let answer = await served.client.server.respond(to: request)
      let cookie = answer.credentialCookie ?? ""
      #expect(cookie.hasPrefix(isSecure ? "__Host-cairn=" : "cairn="))
      #expect(cookie.hasSuffix("; Secure") == isSecure)
      #expect((answer.fields["strict-transport-security"] != nil) == isSecure)
    }
  }
}
