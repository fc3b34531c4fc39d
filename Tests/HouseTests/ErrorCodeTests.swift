import Testing

@Suite struct `Error codes` {
  @Test func `are documented under their own headings`() {
    #expect(thrown.subtracting(headings).sorted() == [])
  }

  @Test func `are no longer documented once removed`() {
    #expect(Set(headings).subtracting(thrown).sorted() == [])
  }

  @Test func `have one heading each, sorted`() {
    #expect(Set(headings).sorted() == headings)
  }

  @Test func `begin with the name of a family`() {
    let pattern = #"\b(?:CairnError|ImportError)\(\s*"([^".]*)"#
    let used = people.flatMap { $0.text.matches(of: pattern).flatMap(\.groups) }
    #expect(!used.isEmpty)
    #expect(Set(used).subtracting(Self.families).sorted() == [])
  }

  @Test func `are written out, so that a search finds them`() {
    let joined = "\"(?:\(anyFamily))\\.(?![a-z0-9_]+\")"
    #expect(Repository.places(of: joined, in: people, \.text) == [])
  }

  private static let families: Set<String> = [
    "account", "attempt", "client", "climb", "climbing", "csv", "diversity", "goal", "grade",
    "history",
    "import", "input", "isbn", "json", "kindle", "kobo", "koreader", "listening", "openreads",
    "reading",
    "record", "remote", "request", "server", "session", "setting", "storage", "story", "sync",
    "usage",
    "webhook", "zip",
  ]

  private var anyFamily: String { Self.families.sorted().joined(separator: "|") }

  /// The sources of errors that reach users; `CairnSQL` codes are converted before.
  private var people: [RepositoryFile] {
    Repository.sources.filter { $0.target != "CairnSQL" }
  }

  private var thrown: Set<String> {
    let pattern = "\"((?:\(anyFamily))\\.[a-z0-9_]+)\""
    return Set(people.flatMap { $0.text.matches(of: pattern).flatMap(\.groups) })
  }

  private var headings: [String] {
    Repository.text("docs/errors.md").matches(of: #"^#+ `([a-z0-9_.]+)`$"#).flatMap(\.groups)
  }
}
