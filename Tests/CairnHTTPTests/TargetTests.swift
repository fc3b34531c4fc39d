import CairnHTML
import CairnHTTP
import Testing

@Suite struct `A request target` {
  @Test(arguments: [
    ("/", []), ("/shelf", ["shelf"]), ("/sessions/1/pause", ["sessions", "1", "pause"]),
    ("/a%20b/c%2Fd", ["a b", "c/d"]), ("/a+b", ["a+b"]), ("/a/", ["a", ""]),
    ("//a", ["", "a"]), ("/caf%C3%A9?x=1", ["café"]),
  ])
  func `is split at slashes`(target: String, segments: [String]) {
    #expect(HTTPTarget(target)?.segments == segments)
  }

  @Test(arguments: [
    "", "*", "shelf", "http://other/", "/%", "/%4", "/%zz", "/%00", "/%FF", "/a?b=%C3",
    "/a?b=1&b=2",
  ])
  func `is rejected if malformed`(target: String) {
    #expect(HTTPTarget(target) == nil)
  }

  @Test func `has query parameters`() throws {
    let query = try #require(HTTPTarget("/shelf?status=to+read&empty&x=a%3Db=c")).query
    #expect(query["status"] == "to read")
    #expect(query["empty"] == "")
    #expect(query["x"] == "a=b=c")
    #expect(query["other"] == nil)
    #expect(query.names == ["status", "empty", "x"])
  }
}

@Suite struct `Routes` {
  private let table = RouteTable([
    Route(.get, "/", 1), Route(.get, "/books/{id}", 2), Route(.post, "/books/{id}", 3),
    Route(.post, "/books", 4), Route(.post, "/books/find", 5), Route(.get, "/books/{id}/notes", 6),
    Route(.get, "/books/find/{word}", 7),
  ])

  @Test(arguments: [
    (HTTPMethod.get, [], 1), (.head, [], 1), (.get, ["books", "7"], 2), (.head, ["books", "7"], 2),
    (.post, ["books", "7"], 3), (.post, ["books"], 4),
    (.get, ["books", "7", "notes"], 6),
  ])
  func `are found by method and path`(method: HTTPMethod, path: [String], number: Int) {
    guard case .found(let route, let captures) = table.match(method, path) else {
      return #expect(Bool(false))
    }
    #expect(route.handler == number)
    #expect(captures["id"] == (path.count > 1 ? "7" : nil))
  }

  @Test(arguments: [(["books", "find"], 5), (["books", "find", "notes"], 7)])
  func `with a literal take precedence over placeholders`(path: [String], number: Int) {
    let method = number == 5 ? HTTPMethod.post : .get
    guard case .found(let route, let captures) = table.match(method, path) else {
      return #expect(Bool(false))
    }
    #expect(route.handler == number)
    #expect(captures["id"] == nil)
  }

  @Test func `with a literal have their own methods`() {
    guard case .wrongMethod(let allowed) = table.match(.get, ["books", "find"]) else {
      return #expect(Bool(false))
    }
    #expect(allowed.map(\.name) == ["POST"])
  }

  @Test func `list the allowed methods`() {
    guard case .wrongMethod(let allowed) = table.match(HTTPMethod("DELETE"), ["books", "7"]) else {
      return #expect(Bool(false))
    }
    #expect(allowed.map(\.name) == ["GET", "HEAD", "POST"])
  }

  @Test(arguments: [["other"], ["books", ""], ["books", "7", "x"], [""]])
  func `do not match other paths`(path: [String]) {
    guard case .notFound = table.match(.get, path) else { return #expect(Bool(false)) }
  }
}

@Suite struct `A percent-encoded text` {
  @Test(arguments: ["plain", "a b+c", "ä/ö?&=#%", "🙂", "\"<>'", ""])
  func `round-trips`(text: String) throws {
    let target = try #require(HTTPTarget("/shelf?q=\(PercentCoding.encoded(text))&x=1"))
    #expect(target.query["q"] == text)
    #expect(target.query["x"] == "1")
  }
}
