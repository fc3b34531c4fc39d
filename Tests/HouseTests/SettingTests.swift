import Testing

@Suite struct `Settings` {
  @Test func `are documented, each with its variable`() {
    let read = Repository.sources.flatMap { $0.text.matches(of: #""(CAIRN_[A-Z_]+)""#) }
    let documented = Repository.text("docs/cli.md").matches(of: #"^\| `(CAIRN_[A-Z_]+)` \|"#)
    #expect(Set(read.flatMap(\.groups)).subtracting(documented.flatMap(\.groups)).sorted() == [])
  }
}
