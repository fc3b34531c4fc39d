import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Searching stories` {
  @Test(arguments: TestEngine.all)
  func `finds all words anywhere, best match first`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let stories = [("Titus Groan", "Mervyn Peake"), ("Peake's Progress", "Maeve Gilmore")]
      try await scratch.log.write("Add") { writer in
        for (title, author) in stories {
          var new = NewStory(title: title)
          new.author = author
          try AddStory(new).run(in: writer)
        }
      }
      let cases: [(String, [String])] = [
        ("peake", ["Titus Groan", "Peake's Progress"]), ("PEAKE gro", ["Titus Groan"]),
        ("gilm", ["Peake's Progress"]), ("groan gilmore", []), ("?!", []),
      ]
      for (words, titles) in cases {
        #expect(try await scratch.log.stories(holding: words).map(\.title) == titles, "\(words)")
      }
    }
  }
}
