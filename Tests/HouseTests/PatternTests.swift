import Testing

@Suite struct `Parsing Swift for the house rules` {
  @Test(arguments: [
    ("a // any\nb", "a \nb"),
    ("/* one\ntwo */ b", "\n b"),
    ("say(\"try! // no\") // yes", "say() "),
    ("let a = \"\"\"\n  \"any\" // x\n  \"\"\"\nb", "let a = \n\n\nb"),
    ("\"a \\\" b\" c", " c"),
  ])
  func `drops comments and strings and keeps lines`(text: String, code: String) {
    #expect(text.codeOnly == code)
  }

  @Test func `returns the line on which a match starts`() {
    let found = "a\nfoo(1)\n\nfoo(22)".matches(of: #"foo\((\d+)\)"#)
    #expect(found.map(\.line) == [2, 4])
    #expect(found.map(\.groups) == [["1"], ["22"]])
  }

  @Test func `finds this file`() {
    #expect(Repository.swift.contains { $0.path == "Tests/HouseTests/PatternTests.swift" })
  }
}
