import Cairn
import CairnHTTP
import CairnPages
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `The import pages` {
  private static let list = "Title,Author,Pages\nDune,Frank Herbert,604\nEmma,Jane Austen,474\n"

  @Test func `explain how to upload again when the import has expired`() async throws {
    try await ServedLog.run { served in
      let id = served.log.context.environment.newID(at: served.scratch.clock.now).text
      let page = try await served.client.ask(.get, "/import/\(id)")
      #expect(page.status == .notFound)
      #expect(page.text.contains("Send the file again. Uploads are deleted after a while."))
    }
  }

  @Test(arguments: TestTransport.allCases)
  func `go from a file through the preview to the report, and back`(
    way: TestTransport
  ) async throws {
    try await ServedLog.run(way) { served in
      let before = try await served.contents()
      let path = try await served.send(Self.list)
      let preview = try await served.client.ask(.get, path).text
      #expect(preview.contains("<h1>Preview</h1>"))
      #expect(preview.contains("<dt>new</dt><dd>2</dd><dd class=\"quiet\">2 books</dd>"))
      #expect(preview.contains("<strong><bdi>Dune</bdi></strong>"))
      #expect(preview.contains("line 2"))
      #expect(try await served.contents() == before)
      #expect(try await served.client.submit(path + "/apply", "").fields["location"] == path)
      let report = try await served.ended(path)
      #expect(report.contains("<h1>Import complete</h1>"))
      #expect(try await served.log.books().map(\.title).sorted() == ["Dune", "Emma"])
      #expect(try await served.client.submit(path + "/undo", "").status == .seeOther)
      #expect(try await served.client.ask(.get, path).text.contains("<h1>Import undone</h1>"))
      #expect(try await served.log.books().isEmpty)
    }
  }

  @Test func `import climbs from other programs`() async throws {
    try await ServedLog.run { served in
      let header = "date,ascent_type,attempts,grade,climb_name,gym,stiffness"
      let path = try await served.send("\(header)\n2025-05-02,Flash,1,v3,Slab,Hall,2\n")
      let preview = try await served.client.ask(.get, path).text
      #expect(preview.contains("<dt>new</dt><dd>1</dd><dd class=\"quiet\">1 climb</dd>"))
      #expect(preview.contains("<strong><bdi>Slab v3, Fri 2 May 2025</bdi></strong>"))
      #expect(preview.contains("Stored with each climb, but not shown: stiffness."))
      _ = try await served.client.submit(path + "/apply", "")
      _ = try await served.ended(path)
      let climbs = try await served.log.climbs(on: LocalDay(number: 20_210))
      #expect(climbs.map(\.climb.name) == ["Slab"] && climbs.first?.place == "Hall")
      #expect(try await served.client.submit(path + "/undo", "").status == .seeOther)
      #expect(try await served.log.latestClimbs(9).isEmpty)
    }
  }

  @Test func `map the columns of any list, even when none is recognised`() async throws {
    try await ServedLog.run { served in
      let path = try await served.send("Werk;Zuletzt;Autor\nDune;1/2/2025;Frank Herbert\n")
      let asked = try await served.client.ask(.get, path).text
      #expect(asked.contains("Match columns"))
      #expect(asked.contains("<option value=\"Zuletzt\">Zuletzt</option>"))
      let form = "column-title=Werk&column-finished=Zuletzt&column-authors=Autor"
      _ = try await served.client.submit(path, form)
      let unclear = try await served.client.ask(.get, path).text
      #expect(unclear.contains("is ambiguous: 2025-02-01 or 2025-01-02"))
      #expect(try await served.client.submit(path, form + "&dates=dmy").status == .seeOther)
      let preview = try await served.client.ask(.get, path).text
      #expect(preview.contains("<option value=\"Werk\" selected>"))
      _ = try await served.client.submit(path + "/apply", "")
      _ = try await served.ended(path)
      let book = try #require(try await served.log.books().first)
      #expect(book.displayedFinish?.text == "2025-02-01")
      #expect(book.authors == "Frank Herbert")
    }
  }

  @Test func `can ignore a column that was recognised`() async throws {
    try await ServedLog.run { served in
      let path = try await served.send("Title,Pages\nDune,604\n")
      _ = try await served.client.submit(path, "column-title=Title&column-pages=")
      #expect(
        try await served.client.ask(.get, path).text.contains("Ignored columns: <bdi>Pages</bdi>")
      )
      _ = try await served.client.submit(path + "/apply", "")
      _ = try await served.ended(path)
      #expect(try await served.log.books().first?.pages == nil)
    }
  }

  @Test func `list each skipped line`() async throws {
    try await ServedLog.run { served in
      let path = try await served.send("Title,Pages\nDune,many\n<b>Emma</b>,1\n")
      let preview = try await served.client.ask(.get, path).text
      #expect(preview.contains("Lines we couldn’t read"))
      #expect(preview.contains("<bdi>&lt;b&gt;Emma&lt;/b&gt;</bdi>"))
      _ = try await served.client.submit(path + "/apply", "")
      _ = try await served.ended(path)
      let again = try await served.send("Title,Pages\nDune,many\n")
      let nothing = try await served.client.ask(.get, again).text
      #expect(nothing.contains("Nothing new in this file. What was skipped is listed below."))
      #expect(!nothing.contains(">Import</button>"))
    }
  }

  @Test func `show an error beside the form`() async throws {
    try await ServedLog.run { served in
      for (file, format) in [("hello", ""), ("", ""), (Self.list, "goodreads")] {
        let refused = try await served.upload(file, format)
        #expect((400..<500).contains(refused.status.code))
        #expect(refused.text.contains("role=\"alert\""))
        #expect(refused.text.contains("action=\"/import\""))
      }
      let path = try await served.send(Self.list)
      let early = try await served.client.submit(path + "/undo", "")
      #expect(early.status == .conflict)
      #expect(early.text.contains("There is nothing to undo in this import."))
      let column = try await served.client.submit(path, "column-title=Nope")
      #expect(column.status == .seeOther)
      #expect(try await served.client.ask(.get, path).text.contains("“Nope”"))
    }
  }

  @Test func `undo only unchanged records on request`() async throws {
    try await ServedLog.run { served in
      let path = try await served.send(Self.list)
      _ = try await served.client.submit(path + "/apply", "")
      _ = try await served.ended(path)
      let book = try #require(try await served.log.books(titled: "Dune").first)
      _ = try await served.client.submit("/books/\(book.id.record.text)/edit", "notes=mine&key=k")
      let refused = try await served.client.submit(path + "/undo", "")
      #expect(refused.status == .conflict)
      #expect(refused.text.contains("name=\"keep\" value=\"yes\""))
      #expect(try await served.client.submit(path + "/undo", "keep=yes").status == .seeOther)
      #expect(try await served.log.books().map(\.title) == ["Dune"])
    }
  }

  @Test func `list earlier uploads, and delete them on request`() async throws {
    try await ServedLog.run { served in
      let path = try await served.send(Self.list)
      #expect(try await served.client.ask(.get, "/import").text.contains("ready to import"))
      #expect(try await served.client.submit(path + "/drop", "").fields["location"] == "/import")
      #expect(try await !served.client.ask(.get, "/import").text.contains(path))
      #expect(try await served.client.ask(.get, path).status == .notFound)
    }
  }

  @Test func `are linked from an empty log and from Settings`() async throws {
    try await ServedLog.run { served in
      for page in ["/", "/shelf", "/settings/data"] {
        let text = try await served.client.ask(.get, page).text
        #expect(text.contains("href=\"/import\""))
      }
    }
  }

  @Test func `are visible to their owner only`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      try await served.add("ben")
      var anna = try await served.browser(of: "anna")
      var ben = try await served.browser(of: "ben")
      let sent = try await anna.upload("/import", Array(Self.list.utf8))
      let path = try #require(sent.fields["location"])
      #expect(try await anna.get(path).status == .ok)
      #expect(try await ben.get(path).status == .notFound)
      for action in ["", "/apply", "/undo", "/drop"] {
        #expect(try await ben.submit(path + action, "").status == .notFound)
      }
      #expect(try await !ben.get("/import").text.contains(path))
    }
  }
}

extension ServedLog {
  /// Returns the page of an import once it has finished.
  fileprivate func ended(_ path: String) async throws -> String {
    for _ in 0..<10_000 {
      let page = try await client.ask(.get, path).text
      if !page.contains("<h1>Importing</h1>") { return page }
    }
    return ""
  }

  /// Uploads a file as the form does and returns the path of the redirect.
  fileprivate func send(_ file: String) async throws -> String {
    let sent = try await upload(file, "")
    #expect(sent.status == .seeOther, "\(sent.text)")
    return sent.fields["location"] ?? ""
  }

  fileprivate func upload(_ file: String, _ format: String) async throws -> HTTPResponse {
    let parts = [("format", format), ("titles", ""), ("file", file)].map { name, value in
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
