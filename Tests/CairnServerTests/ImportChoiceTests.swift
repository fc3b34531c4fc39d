import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

private let books =
  "Book Id,Title,Author,Exclusive Shelf,Owned Copies\n1,Dune,Frank Herbert,to-read,0\n"
  + "2,Emma,Jane Austen,to-read,1\n"

private let toggl =
  "Project,Description,Start date,Start time,Duration,Tags\n"
  + "Reading,Dune,2026-01-02,18:00:00,01:00:00,\nWork,Mail,2026-01-02,20:00:00,00:30:00,\n"

@Suite struct `What is said of an import over HTTP` {
  @Test(arguments: [false, true])
  func `is whether to-read means wanted`(importsToWishlist: Bool) async throws {
    try await ServedLog.run { served in
      let query = importsToWishlist ? "?wishlist=true" : ""
      let sent = try await served.client.ask(
        .post,
        "/api/v1/imports" + query,
        books,
        type: "application/octet-stream"
      )
      #expect(sent.status == .created, "\(sent.text)")
      try await served.apply(sent)
      let statuses = try await served.log.books().map { "\($0.title) \($0.status.name)" }.sorted()
      #expect(statuses == ["Dune \(importsToWishlist ? "wishlist" : "to_read")", "Emma to_read"])
    }
  }

  @Test func `is which rows of a tracker are about a book, and where its title stands`()
    async throws
  {
    try await ServedLog.run { served in
      let sent = try await served.client.ask(
        .post,
        "/api/v1/imports?only=Project=Reading&map=title=Description",
        toggl,
        type: "application/octet-stream"
      )
      #expect(sent.text.contains(#""format":"sessions""#), "\(sent.text)")
      try await served.apply(sent)
      #expect(try await served.log.books().map(\.title) == ["Dune"])
      #expect(try await served.log.sessions(SessionFilter(limit: 9)).count == 1)
    }
  }

  @Test func `is kept with the file, for whichever server takes it in`() throws {
    var options = ImportOptions()
    options.columns = [("title", "A"), ("start", "")]
    options.only = [("Project", "Reading"), ("Tags", "a=b;c")]
    (options.importsToWishlist, options.person) = (true, "anna")
    let read = ImportOptions(note: options.note)
    #expect(read.columns.map { "\($0.field) \($0.column)" } == ["title A", "start "])
    #expect(read.only.map { "\($0.column) \($0.word)" } == ["Project Reading", "Tags a=b;c"])
    #expect(read.importsToWishlist && read.person == "anna" && read.said == options.said)
  }
}

@Suite struct `What the page of an import asks` {
  private static let question = "“To read” means that I want it, not that I have it"

  @Test func `is what to-read means, where a file says it`() async throws {
    try await ServedLog.run { served in
      let path = try await served.send(books, "")
      let asked = try await served.client.ask(.get, path).text
      #expect(asked.contains(Self.question) && !asked.contains("value=\"yes\" checked"))
      #expect(try await served.client.submit(path, "wishlist=yes").status == .seeOther)
      let again = try await served.client.ask(.get, path).text
      #expect(
        again.contains("value=\"yes\" checked") && again.contains("1 wishlist"),
        "\(again)"
      )
      _ = try await served.client.submit(path + "/apply", "")
      _ = try await served.client.ask(.get, "/api/v1/imports/\(path.dropFirst(8))?wait=true")
      #expect(
        try await served.log.books().map { "\($0.title) \($0.status.name)" }.sorted()
          == ["Dune wishlist", "Emma to_read"]
      )
    }
  }

  @Test func `is what to-read means of any list as well, beside its columns`() async throws {
    try await ServedLog.run { served in
      let path = try await served.send("Title,Status\nDune,to read\n", "")
      #expect(try await served.client.ask(.get, path).text.contains(Self.question))
      _ = try await served.client.submit(path, "column-title=Title&column-status=Status&wishlist=yes")
      #expect(try await served.client.ask(.get, path).text.contains("1 wishlist"))
    }
  }

  @Test func `is whose listening it is, of a file that knows several people`() async throws {
    try await ServedLog.run { served in
      let asked = try await served.client.ask(.get, "/import").text
      #expect(asked.contains("name=\"person\"") && asked.contains("name=\"library\""))
      for (format, code) in [("goodreads", "means nothing"), ("tautulli", "no databases here")] {
        let refused = try await served.upload(books, format, more: [("person", "anna")])
        #expect(refused.status.code == 422 && refused.text.contains(code), "\(refused.text)")
      }
    }
  }

  @Test func `is nothing of the kind where no book is to read`() async throws {
    try await ServedLog.run { served in
      let path = try await served.send("Title,Status\nDune,read\n", "")
      #expect(try await !served.client.ask(.get, path).text.contains(Self.question))
    }
  }

  @Test func `is where the columns of a table of sessions stand, and which rows are of books`()
    async throws
  {
    try await ServedLog.run { served in
      let path = try await served.send(toggl, "sessions")
      let asked = try await served.client.ask(.get, path).text
      #expect(asked.contains("What do its columns hold?"))
      #expect(asked.contains("<option value=\"Duration\" selected>"))
      #expect(asked.contains("Only rows in which") && asked.contains(">How long</label>"))
      let form = "column-title=Description&only-column=Project&only-word="
      let refused = try await served.client.submit(path, form)
      #expect(refused.status.code == 422 && refused.text.contains("only-word"))
      #expect(try await served.client.submit(path, form + "Reading").status == .seeOther)
      let preview = try await served.client.ask(.get, path).text
      #expect(preview.contains("1 book, 1 session"), "\(preview)")
      #expect(preview.contains("<option value=\"Project\" selected>"))
      #expect(preview.contains("value=\"Reading\""))
      _ = try await served.client.submit(path + "/apply", "")
      _ = try await served.client.ask(.get, "/api/v1/imports/\(path.dropFirst(8))?wait=true")
      #expect(try await served.log.books().map(\.title) == ["Dune"])
    }
  }

  @Test func `leaves out a column of a table of sessions that shall not be taken`() async throws {
    try await ServedLog.run { served in
      let table = "Title,Date,Start,Minutes,Pages\nDune,2026-01-02,18:00,60,7\n"
      let path = try await served.send(table, "")
      let form = "column-title=Title&column-date=Date&column-start=Start&column-length=Minutes"
      _ = try await served.client.submit(path, form + "&column-pages=")
      #expect(try await served.client.ask(.get, path).text.contains("Pages"))
      _ = try await served.client.submit(path + "/apply", "")
      _ = try await served.client.ask(.get, "/api/v1/imports/\(path.dropFirst(8))?wait=true")
      #expect(try await served.log.sessions(SessionFilter(limit: 9)).map(\.amount) == [nil])
    }
  }
}

extension ServedLog {
  /// Applies an import that was sent to the API.
  fileprivate func apply(_ sent: HTTPResponse) async throws {
    guard case .string(let id)? = try JSON(parsing: sent.body)["id"] else { return }
    _ = try await client.post("/api/v1/imports/\(id)/apply")
    let done = try await client.ask(.get, "/api/v1/imports/\(id)?wait=true").text
    #expect(done.contains(#""state":"applied""#), "\(done)")
  }

  /// Uploads a file as the form does and returns the path of the redirect.
  fileprivate func send(_ file: String, _ format: String) async throws -> String {
    let sent = try await upload(file, format)
    #expect(sent.status == .seeOther, "\(sent.text)")
    return sent.fields["location"] ?? ""
  }

  fileprivate func upload(
    _ file: String,
    _ format: String,
    more: [(String, String)] = []
  ) async throws -> HTTPResponse {
    let parts = ([("format", format), ("titles", ""), ("file", file)] + more).map { name, value in
      "--mark\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    return try await client.ask(
      .post,
      "/import",
      parts.joined() + "--mark--\r\n",
      type: "multipart/form-data; boundary=mark",
      [("origin", "http://" + client.host), ("sec-fetch-site", "same-origin")]
    )
  }
}
