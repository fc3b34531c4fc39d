import Cairn
import CairnHTTP
import CairnReports
import CairnStore
import CairnTestKit
import CairnTransfer
import Testing

@testable import CairnServer

private let books =
  "Book Id,Title,Author,Exclusive Shelf,Owned Copies\n1,Dune,Frank Herbert,to-read,0\n"
  + "2,Emma,Jane Austen,to-read,1\n"

private let toggl =
  "Project,Description,Start date,Start time,Duration,Tags\n"
  + "Reading,Dune,2026-01-02,18:00:00,01:00:00,\nWork,Mail,2026-01-02,20:00:00,00:30:00,\n"

@Suite struct `The options of an import over HTTP` {
  @Test(arguments: [false, true])
  func `choose whether to-read means wishlist`(importsToWishlist: Bool) async throws {
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

  @Test func `choose which rows of a tracker are about a book, and the column of its title`()
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

  @Test func `are stored with the file, for any server that runs the import`() throws {
    var options = ImportOptions()
    options.columns = [("title", "A"), ("start", "")]
    options.only = [("Project", "Reading"), ("Tags", "a=b;c")]
    (options.importsToWishlist, options.person) = (true, "anna")
    let read = ImportOptions(stored: options.stored)
    #expect(read.columns.map { "\($0.field) \($0.column)" } == ["title A", "start "])
    #expect(read.only.map { "\($0.column) \($0.word)" } == ["Project Reading", "Tags a=b;c"])
    #expect(read.importsToWishlist && read.person == "anna" && read.specified == options.specified)
  }
}

@Suite struct `The form of an import` {
  private static let question = "Add “to read” books to the wishlist"

  @Test func `asks what to-read means when the file contains it`() async throws {
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

  @Test func `asks what to-read means for a generic list, next to its columns`() async throws {
    try await ServedLog.run { served in
      let path = try await served.send("Title,Status\nDune,to read\n", "")
      #expect(try await served.client.ask(.get, path).text.contains(Self.question))
      _ = try await served.client.submit(
        path,
        "column-title=Title&column-status=Status&wishlist=yes"
      )
      #expect(try await served.client.ask(.get, path).text.contains("1 wishlist"))
    }
  }

  @Test func `asks for a person when the file contains several people`() async throws {
    try await ServedLog.run { served in
      let asked = try await served.client.ask(.get, "/import").text
      #expect(asked.contains("name=\"person\"") && asked.contains("name=\"library\""))
      for (format, code) in [("goodreads", "does not apply"), ("tautulli", "no databases here")] {
        let refused = try await served.upload(books, format, more: [("person", "anna")])
        #expect(refused.status.code == 422 && refused.text.contains(code), "\(refused.text)")
      }
    }
  }

  @Test func `does not ask about to-read when no book has that status`() async throws {
    try await ServedLog.run { served in
      let path = try await served.send("Title,Status\nDune,read\n", "")
      #expect(try await !served.client.ask(.get, path).text.contains(Self.question))
    }
  }

  @Test func `asks for the columns of a session table, and which rows are about books`()
    async throws
  {
    try await ServedLog.run { served in
      let path = try await served.send(toggl, "sessions")
      let asked = try await served.client.ask(.get, path).text
      #expect(asked.contains("Match columns"))
      #expect(asked.contains("<option value=\"Duration\" selected>"))
      #expect(asked.contains("Only rows where") && asked.contains(">Duration</label>"))
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

  @Test func `can ignore a column of a session table`() async throws {
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
