import Cairn
import CairnActions
import CairnHTTP
import CairnJSON
import CairnReports
import CairnStore
import CairnTestKit
import CairnTransfer
import Testing

@testable import CairnServer

@Suite struct `Diversity over HTTP` {
  /// Creates two books by one author and one by another; passes the paths of the first and the last.
  private func run(
    _ body: (ServedLog, _ first: String, _ last: String) async throws -> Void
  ) async throws {
    try await ServedLog.run { served in
      var ids: [String] = []
      for (title, author) in [
        ("Things Fall Apart", "Chinua Achebe"), ("No Longer at Ease", "Chinua Achebe"),
        ("Emma", "Jane Austen"),
      ] {
        let added = try await served.client.post(
          "/api/v1/books",
          #"{"title":"\#(title)","authors":["\#(author)"],"first_year":1900}"#
        ).json()
        guard case .string(let id)? = added["id"] else { return #expect(Bool(false)) }
        ids.append(id)
      }
      try await body(served, ids[0], ids[2])
    }
  }

  private func author(_ served: ServedLog, _ name: String) async throws -> String {
    let all = try await served.log.authors()
    return try #require(all.first { $0.name == name }).id.record.text
  }

  @Test func `counts the whole library, a period and every year`() async throws {
    try await run { served, _, _ in
      for query in [
        "", "?scope=finished", "?period=year&scope=started", "?from=2026-01-01&to=2026-12-31",
      ] {
        let answer = try await served.client.ask(.get, "/api/v1/insights/diversity" + query)
        #expect(answer.status == .ok, "\(query): \(answer.text)")
      }
      let all = try await served.client.ask(.get, "/api/v1/insights/diversity").json()
      #expect(all["books"] == .integer(3))
      #expect(all["completeness"]?["percent_hundredths"] == .integer(0))
      let years = try await served.client.ask(.get, "/api/v1/insights/diversity/years").json()
      #expect(years["years"] == .array([]))
      for wrong in ["?scope=wished", "?period=ever", "?colour=red"] {
        let refused = try await served.client.ask(.get, "/api/v1/insights/diversity" + wrong)
        #expect(refused.status == .unprocessable, "\(wrong)")
      }
    }
  }

  @Test func `applies an author's facts to all their books, once per key`() async throws {
    try await run { served, first, _ in
      let path = "/api/v1/authors/\(try await author(served, "Chinua Achebe"))"
      let body = #"{"region":"Africa","gender":"male","birthYear":1930}"#
      let fields = [("idempotency-key", "once")]
      let said = try await served.client.send(.patch, path, body, fields)
      #expect(try said.json()["facts"]?["region"]?["label"] == .string("Africa"))
      #expect(try await served.client.send(.patch, path, body, fields).text == said.text)
      #expect(try await served.log.history(limit: 10).count == 4)
      let books = try await served.client.ask(
        .get,
        "/api/v1/insights/diversity/books?dimension=cultural&category=africa"
      ).json()
      guard case .array(let found)? = books["books"] else { return #expect(Bool(false)) }
      #expect(found.count == 2)
      let book = try await served.client.ask(.get, "/api/v1/books/\(first)/facts").json()
      #expect(
        book["missing"]
          == .array(["translation", "ownVoices", "accessibility"].map { .string($0) })
      )
      let curator = try await served.client.ask(.get, "/api/v1/insights/curator").json()
      #expect(curator["points"] == .integer(12))
    }
  }

  @Test func `lets a book override its author, and removes the override with null`() async throws {
    try await run { served, first, _ in
      let author = "/api/v1/authors/\(try await author(served, "Chinua Achebe"))"
      _ = try await served.client.send(.patch, author, #"{"region":"Africa"}"#)
      let path = "/api/v1/books/\(first)/facts"
      let other = try await served.client.send(
        .patch,
        path,
        #"{"region":"europe","questions_enabled":false}"#
      )
      #expect(try other.json()["facts"]?["region"]?["value"] == .string("europe"))
      #expect(try other.json()["questions_enabled"] == .bool(false))
      let back = try await served.client.send(
        .patch,
        path,
        #"{"region":null,"questions_enabled":true}"#
      )
      #expect(try back.json()["facts"]?["region"] == nil)
    }
  }

  @Test func `rejects a stale change and values that are not in the lists`() async throws {
    try await run { served, first, _ in
      let path = "/api/v1/authors/\(try await author(served, "Jane Austen"))"
      let tag = try #require(try await served.client.ask(.get, path).fields["etag"])
      let match = [("if-match", tag)]
      #expect(
        try await served.client.send(.patch, path, #"{"gender":"female"}"#, match).status == .ok
      )
      let stale = try await served.client.send(.patch, path, #"{"gender":"male"}"#, match)
      #expect(stale.status == .preconditionFailed)
      for (target, body, status) in [
        (path, #"{"region":"Atlantis"}"#, HTTPStatus.unprocessable),
        (path, #"{"ownVoices":"yes"}"#, .unprocessable),
        (path, #"{"birthYear":"soon"}"#, .unprocessable),
        ("/api/v1/books/\(first)/facts", #"{"birthYear":1930}"#, .unprocessable),
        ("/api/v1/authors/nobody", #"{"region":"asia"}"#, .notFound),
        ("/api/v1/books/nothing/facts", #"{"region":"asia"}"#, .notFound),
      ] {
        let refused = try await served.client.send(.patch, target, body)
        #expect(refused.status == status, "\(target) \(body): \(refused.text)")
      }
    }
  }

  @Test func `asks one question, accepts one answer and returns what it changed`() async throws {
    try await run { served, _, _ in
      let next = try await served.client.ask(.get, "/api/v1/questions").json()
      guard case .array(let questions)? = next["questions"], questions.count == 1,
        case .string(let book)? = questions[0]["book"]
      else { return #expect(Bool(false)) }
      #expect(questions[0]["dimension"] == .string("cultural"))
      #expect(next["left"] == .integer(2))
      let body = #"{"book":"\#(book)","dimension":"cultural","answer":"Europe"}"#
      let first = try await served.client.post("/api/v1/questions/answer", body, key: "k")
      #expect(try first.json()["before_percent_hundredths"] == .integer(0))
      #expect(try first.json()["points"] == .integer(5))
      let second = try await served.client.post("/api/v1/questions/answer", body, key: "k")
      #expect(second.text == first.text)
      let again = try await served.client.post("/api/v1/questions/answer", body)
      #expect(again.status == .conflict)
      #expect(try again.json()["code"] == .string("diversity.question_closed"))
    }
  }

  @Test func `accepts an answer only for the author it asked about`() async throws {
    try await ServedLog.run { served in
      let new = NewBook(title: "T", authors: ["Ann One", "Bob Two"])
      let book = try await served.log.write { try AddBook(new, zone: "UTC").run(in: $0).entry.id }
      let next = try await served.client.ask(.get, "/api/v1/questions").json()
      guard case .array(let questions)? = next["questions"],
        case .string(let author)? = questions.first?["author"]
      else { return #expect(Bool(false)) }
      let asked = #""book":"\#(book.record.text)","dimension":"cultural","answer":"asia""#
      let path = "/api/v1/questions/answer"
      let open = try await served.client.post(path, "{\(asked)}")
      #expect(try open.json()["code"] == .string("diversity.author_required"))
      let body = #"{\#(asked),"author":"\#(author)"}"#
      let first = try await served.client.post(path, body)
      #expect(try first.json()["author"] == .string(author))
      let second = try await served.client.post(path, body)
      #expect(second.status == .conflict)
      #expect(try await served.log.authors().map { $0.facts.value(.region) } == ["asia", nil])
    }
  }

  @Test func `stops asking about a person after an opt-out`() async throws {
    try await run { served, first, _ in
      let body = #"{"book":"\#(first)","dimension":"gender"}"#
      let never = try await served.client.post("/api/v1/questions/never", body)
      #expect(try never.json()["about"] == .string("Chinua Achebe"))
      let left = try await served.client.ask(.get, "/api/v1/questions?dimension=gender").json()
      #expect(left["left"] == .integer(1))
      let own = try await served.client.ask(.get, "/api/v1/questions?book=\(first)&limit=9").json()
      #expect(own["left"] == .integer(3))
    }
  }

  @Test func `skips a question without a record and returns the next`() async throws {
    try await run { served, _, _ in
      let next = try await served.client.ask(.get, "/api/v1/questions").json()
      guard case .array(let questions)? = next["questions"],
        case .string(let book)? = questions[0]["book"]
      else { return #expect(Bool(false)) }
      let history = try await served.log.history(limit: 99).count
      let body = #"{"book":"\#(book)","dimension":"cultural"}"#
      let passed = try await served.client.post("/api/v1/questions/skip", body).json()
      #expect(passed["skipped"] == questions[0]["question"])
      guard case .string(let other)? = passed["question"]?["book"] else {
        return #expect(Bool(false))
      }
      #expect(passed["question"]?["question"] != questions[0]["question"])
      let last = #"{"book":"\#(other)","dimension":"cultural"}"#
      #expect(
        try await served.client.post("/api/v1/questions/skip", last).json()["question"] == .null
      )
      #expect(try await served.log.history(limit: 99).count == history)
      #expect(try await served.client.ask(.get, "/api/v1/questions").json() == next)
      _ = try await served.client.post(
        "/api/v1/questions/answer",
        #"{"book":"\#(book)","dimension":"cultural","answer":"asia"}"#
      )
      #expect(try await served.client.post("/api/v1/questions/skip", body).status == .conflict)
    }
  }

  @Test func `asks once at the end of a session, only on request`() async throws {
    try await run { served, first, _ in
      let start = #"{"book":"\#(first)"}"#
      for (body, minutes, expected) in [
        ("{}", Int64(9), nil as JSON?), (#"{"ask":true}"#, 4, .null),
        (#"{"ask":true}"#, 9, .string("cultural")),
      ] {
        let session = try await served.client.post("/api/v1/sessions", start).json()
        guard case .string(let id)? = session["id"] else { return #expect(Bool(false)) }
        served.scratch.clock.advance(by: .minutes(minutes))
        let ended = try await served.client.post("/api/v1/sessions/\(id)/end", body).json()
        #expect(ended["state"] == .string("ended"))
        let asked = ended["question"]
        #expect(asked == nil ? expected == nil : asked?["dimension"] ?? asked == expected)
        let after = try await served.client.ask(.get, "/api/v1/questions?after=\(id)").json()
        #expect(after["left"] == .integer(asked?["dimension"] == nil ? 0 : 1))
        served.scratch.clock.advance(by: .minutes(1))
      }
    }
  }

  @Test func `sets and ends goals for shares`() async throws {
    try await run { served, _, _ in
      let path = "/api/v1/goals/shares"
      let body = #"{"dimension":"gender","category":"Female","cadence":"yearly","percent":50}"#
      let set = try await served.client.send(.put, path, body).json()
      #expect(set["category"] == .string("female") && set["percent"] == .integer(50))
      #expect(set["text"] == .string("No book finished yet."))
      #expect(try await served.client.ask(.get, path).json()["goals"] == .array([set]))
      let ended = #"{"dimension":"gender","category":"female","cadence":"yearly","percent":null}"#
      #expect(try await served.client.send(.put, path, ended).json()["percent"] == .null)
      #expect(try await served.client.ask(.get, path).json()["goals"] == .array([]))
      let again = try await served.client.send(.put, path, ended)
      #expect(try again.json()["code"] == .string("goal.share_not_found"))
      #expect(again.status == .notFound)
      for wrong in [
        "{}", #"{"dimension":"gender","category":"female"}"#,
        #"{"dimension":"gender","category":"lady","percent":50}"#,
        #"{"dimension":"gender","category":"female","percent":101}"#,
        #"{"dimension":"gender","category":"female","percent":5,"cadence":"weekly"}"#,
      ] {
        #expect(
          try await served.client.send(.put, path, wrong).status == .unprocessable,
          "\(wrong)"
        )
      }
    }
  }

  @Test func `is exported only in the whole log and on request, not for other programs`()
    async throws
  {
    try await run { served, first, _ in
      let author = try await author(served, "Chinua Achebe")
      _ = try await served.client.send(
        .patch,
        "/api/v1/authors/\(author)",
        #"{"region":"Caribbean","gender":"nonBinary","nationality":"Ruritanian"}"#
      )
      _ = try await served.client.send(
        .patch,
        "/api/v1/books/\(first)/facts",
        #"{"originalLanguage":"other Klingon","accessibility":"dyslexiaFriendly"}"#
      )
      for format in ExportFormat.all {
        let reported = try await served.client.ask(.get, "/api/v1/exports/\(format.name)").text
        for word in ["caribbean", "nonbinary", "ruritanian", "klingon", "dyslexiafriendly"] {
          #expect(
            reported.lowercased().contains(word) == ["cairn", "facts"].contains(format.name),
            "\(format.name) \(word)"
          )
        }
      }
    }
  }

  @Test func `does not appear in the server metrics`() async throws {
    try await run { served, first, _ in
      let path = "/api/v1/books/\(first)/facts"
      _ = try await served.client.send(.patch, path, #"{"region":"Africa","ownVoices":"yes"}"#)
      let reported = try await served.client.ask(.get, "/metrics").text.lowercased()
      for word in ["africa", "ownvoices", "region", "gender", "achebe"] {
        #expect(!reported.contains(word), "\(word)")
      }
    }
  }
}
