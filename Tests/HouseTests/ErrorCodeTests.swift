import Testing

@Suite struct `Error codes` {
  @Test func `are documented, each under its own heading`() {
    #expect(thrown.subtracting(documented).sorted() == [])
  }

  @Test func `are documented only while they exist`() {
    #expect(documented.subtracting(thrown).sorted() == [])
  }

  @Test func `are headed once`() {
    #expect(Set(headings).count == headings.count)
  }

  private var thrown: Set<String> {
    let pattern = #"(?:\bCairnError\(\s*|\bcode: )"([a-z0-9_]+(?:\.[a-z0-9_]+)+)""#
    return Set(Repository.sources.flatMap { $0.text.matches(of: pattern).flatMap(\.groups) })
  }

  private var documented: Set<String> { Set(headings) }

  private var headings: [String] {
    Repository.text("docs/errors.md").matches(of: #"^#+ `([a-z0-9_.]+)`$"#).flatMap(\.groups)
  }
}
