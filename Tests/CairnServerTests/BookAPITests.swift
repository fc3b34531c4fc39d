import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@Suite struct `A book over HTTP` {
  private func add(_ served: ServedLog, _ json: String) async throws -> String {
    let added = try await served.client.post("/api/v1/books", json)
    #expect(added.status == .created, "\(added.text)")
    return try #require(added.fields["location"])
  }

  @Test(arguments: TestTransport.allCases)
  func `is added, corrected, deleted and restored`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      let path = try await add(
        served,
        """
        {"title":"Dune","authors":["Frank Herbert"],"pages":604,"isbn":"0-441-01359-7",
        "tags":["classic"],"shelves":["Sand"],"status":"reading","rating_quarters":18}
        """
      )
      let client = served.client
      let shown = try await client.ask(.get, path).json()
      #expect(shown["isbn"] == .string("9780441013593"))
      #expect(shown["tags"] == .array([.string("classic")]))
      let edited = try await client.send(
        .patch,
        path,
        #"{"title":"Dune 2","series":"Dune","series_number":"2","pages":null,"isbn":null}"#
      ).json()
      #expect(edited["title"] == .string("Dune 2"))
      #expect(edited["series"] == .string("Dune #2") || edited["series"] != .null)
      #expect(edited["pages"] == .null)
      #expect(edited["isbn"] == .null)
      #expect(try await client.send(.delete, path).json()["title"] == .string("Dune 2"))
      #expect(try await client.ask(.get, path).status == .notFound)
      guard
        case .array(let gone)? = try await client.ask(.get, "/api/v1/shelf/deleted").json()["books"]
      else { return #expect(Bool(false)) }
      #expect(gone.count == 1)
      #expect(try await client.post(path + "/restore").json()["title"] == .string("Dune 2"))
    }
  }

  @Test func `has a status, a position, shelves and tags`() async throws {
    try await ServedLog.run { served in
      let path = try await add(served, #"{"title":"Dune","pages":600}"#)
      let client = served.client
      let read = try await client.post(path + "/status", #"{"status":"reading"}"#).json()
      #expect(read["status"] == .string("reading"))
      let place = try await client.post(path + "/place", #"{"page":60}"#).json()
      #expect(place["progress_hundredths"] == .integer(1_000))
      let percent = try await client.post(path + "/place", #"{"percent_hundredths":4250}"#).json()
      #expect(percent["progress_hundredths"] == .integer(4_250))
      let given = try await client.post(path + "/tags", #"{"add":["a","b"]}"#).json()
      #expect(given["tags"] == .array([.string("a"), .string("b")]))
      let other = try await client.post(path + "/tags", #"{"remove":["a"],"add":["c"]}"#).json()
      #expect(other["tags"] == .array([.string("b"), .string("c")]))
      _ = try await client.post(path + "/shelves", #"{"add":["Book club"]}"#)
      let renamed = try await client.send(
        .patch,
        "/api/v1/shelves/Book%20club",
        #"{"name":"Club"}"#
      )
      #expect(try renamed.json()["shelves"] != .array([]))
      #expect(try await client.ask(.get, path).json()["shelves"] == .array([.string("Club")]))
      #expect(try await client.send(.delete, "/api/v1/tags/c").status == .ok)
      #expect(try await client.ask(.get, path).json()["tags"] == .array([.string("b")]))
      #expect(try await client.send(.delete, "/api/v1/tags/c").status == .notFound)
      let gave = try await client.post(
        path + "/status",
        #"{"status":"did_not_finish","reason":"dry"}"#
      ).json()
      #expect(gave["reason"] == .string("dry"))
    }
  }

  @Test func `has reads with partial dates`() async throws {
    try await ServedLog.run { served in
      let path = try await add(served, #"{"title":"Dune"}"#)
      let client = served.client
      let dates = path + "/dates"
      let dated = try await client.send(.patch, dates, #"{"finished":"2019-06"}"#).json()
      #expect(dated["finished"] == .string("2019-06"))
      let again = try await client.post(path + "/readings", #"{"started":"2025-01-01"}"#).json()
      guard case .string(let id)? = again["id"] else { return #expect(Bool(false)) }
      let reading = path + "/readings/" + id
      let edited = try await client.send(
        .patch,
        reading,
        #"{"finished":"2025-02","rating_quarters":18}"#
      ).json()
      #expect(edited["finished"] == .string("2025-02"))
      #expect(edited["outcome"] == .string("finished"))
      #expect(edited["rating_quarters"] == .integer(18))
      let cleared = try await client.send(.patch, reading, #"{"finished":null}"#).json()
      #expect(cleared["finished"] == .null)
      #expect(try await client.send(.delete, reading).json()["number"] == .null)
      #expect(try await count(client, path + "/readings") == 1)
      #expect(try await count(client, path + "/readings?deleted=true") == 2)
      #expect(try await client.post(reading + "/restore").json()["number"] == .integer(2))
      let early = #"{"started":"2001","finished":"2002"}"#
      #expect(try await client.post(path + "/readings", early).json()["number"] == .integer(1))
    }
  }

  @Test func `has one read when it is marked read again after a reset`() async throws {
    try await ServedLog.run { served in
      let path = try await add(served, #"{"title":"Dune","pages":300,"status":"read"}"#)
      let client = served.client
      _ = try await client.send(
        .patch,
        path + "/dates",
        #"{"started":"2019","finished":"2019-06"}"#
      )
      let back = try await client.post(path + "/status", #"{"status":"to_read"}"#).json()
      #expect(back["progress_hundredths"] == .null)
      let again = try await client.post(path + "/status", #"{"status":"read"}"#).json()
      #expect(again["finished"] == .string("2019-06"))
      #expect(try await count(client, path + "/readings") == 1)
    }
  }

  private func count(_ client: TestClient, _ target: String) async throws -> Int {
    guard case .array(let all)? = try await client.ask(.get, target).json()["readings"] else {
      return -1
    }
    return all.count
  }

  @Test func `has editions`() async throws {
    try await ServedLog.run { served in
      let path = try await add(served, #"{"title":"Dune","pages":600}"#)
      let client = served.client
      let added = try await client.post(path + "/editions", #"{"pages":500,"format":"e-book"}"#)
      #expect(added.status == .created)
      guard case .array(let editions)? = try added.json()["editions"], editions.count == 2,
        case .string(let id)? = editions[1]["id"]
      else { return #expect(Bool(false)) }
      _ = try await client.post(path + "/editions/\(id)/use")
      #expect(try await client.ask(.get, path).json()["pages"] == .integer(500))
      _ = try await client.send(.delete, path + "/editions/\(id)")
      #expect(try await client.ask(.get, path).json()["pages"] == .null)
      let gone = try await client.post(path + "/editions/\(id)/use")
      #expect(try gone.json()["code"] == .string("reading.edition_not_found"))
    }
  }

  @Test func `merges with a duplicate`() async throws {
    try await ServedLog.run { served in
      let path = try await add(served, #"{"title":"Dune"}"#)
      let other = try await served.person.add("Dune, the novel")
      let json = #"{"other":"\#(other.record.text)"}"#
      #expect(
        try await served.client.post(path + "/merge", json).json()["title"] == .string("Dune")
      )
      #expect(try await served.log.books().count == 1)
    }
  }

  @Test func `is found by words of its title and author`() async throws {
    try await ServedLog.run { served in
      _ = try await add(served, #"{"title":"Dune","authors":["Frank Herbert"],"status":"read"}"#)
      for (query, count) in [
        ("words=herb+dune", 1), ("words=emma", 0), ("status=read&sort=title", 1), ("tag=x", 0),
        ("query=UNE", 1), ("borrowed=true", 0), ("borrowed=false&reversed=true", 1),
      ] {
        guard
          case .array(let books)? = try await served.client.ask(.get, "/api/v1/shelf?\(query)")
            .json()["books"]
        else { return #expect(Bool(false)) }
        #expect(books.count == count, "\(query)")
      }
      let found = try await served.client.ask(.get, "/api/v1/search?words=dune").json()
      #expect(found["sessions"] == .array([]))
      #expect(try await served.client.ask(.get, "/api/v1/search").status == .unprocessable)
    }
  }

  @Test(arguments: [
    ("POST", "/api/v1/books", #"{"title":" "}"#, 422, "reading.title_missing"),
    ("POST", "/api/v1/books", #"{"title":"a","isbn":"123"}"#, 422, "isbn.length"),
    ("POST", "/api/v1/books", #"{"title":"a","status":"eaten"}"#, 422, "request.field"),
    ("POST", "/api/v1/books", #"{"title":"a","pages":"many"}"#, 422, "request.field"),
    ("POST", "/api/v1/books", #"{"title":"a","year":10000}"#, 422, "reading.invalid_year"),
    ("PATCH", "BOOK", #"{"title":null}"#, 422, "reading.title_missing"),
    ("PATCH", "BOOK", #"{"rating_quarters":21}"#, 422, "request.field"),
    ("POST", "BOOK/place", #"{}"#, 422, "request.field"),
    ("POST", "BOOK/place", #"{"page":301}"#, 422, "reading.page_beyond_end"),
    (
      "POST", "BOOK/status", #"{"status":"read","reason":"x"}"#, 422,
      "reading.reason_not_applicable"
    ),
    ("POST", "BOOK/tags", #"{"remove":["x"]}"#, 404, "reading.tag_not_found"),
    ("POST", "BOOK/tags", #"{"add":[""]}"#, 422, "reading.invalid_name"),
    ("PATCH", "BOOK/dates", #"{"finished":"soon"}"#, 422, "request.field"),
    ("PATCH", "BOOK/dates", #"{"finished":"2027-01-01"}"#, 422, "reading.day_in_future"),
    ("PATCH", "BOOK/readings/7", #"{}"#, 404, "request.not_found"),
    (
      "DELETE", "BOOK/readings/01a1fe05-0877-7d2d-a80a-90ec3e1b50cf", "", 404,
      "reading.read_through_not_found"
    ),
    ("POST", "BOOK/restore", "", 404, "reading.not_deleted"),
    (
      "POST", "BOOK/merge", #"{"other":"01a1fe05-0877-7d2d-a80a-90ec3e1b50cf"}"#, 404,
      "reading.not_on_shelf"
    ),
    ("GET", "/api/v1/books/7", "", 404, "reading.not_on_shelf"),
  ])
  func `keeps its state when a change is rejected`(
    method: String,
    target: String,
    json: String,
    status: Int,
    code: String
  ) async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Emma", pages: 300)
      let path = target.replacing("BOOK", with: "/api/v1/books/\(book.record.text)")
      let before = try await served.contents()
      let refused = try await served.client.send(HTTPMethod(method), path, json)
      #expect(refused.status.code == status, "\(refused.text)")
      #expect(try refused.json()["code"] == .string(code))
      #expect(try await served.contents() == before)
    }
  }
}
