import Testing

@Suite struct `A page for developers of apps` {
  @Test(arguments: [
    ("docs/listening-client.md", ["Examples/Listening/"]),
    ("docs/kit.md", ["Examples/Timer/", "Tests/CairnKitTests/TutorialTests.swift"]),
  ])
  func `shows only code that is compiled`(page: String, sources: [String]) {
    let blocks = Repository.text(page).matches(of: "^```swift\n((?:(?!^```)[^\n]*\n)*)")
      .flatMap(\.groups).map(unindented)
    let code = Repository.swift
      .filter { file in sources.contains { file.path.hasPrefix($0) } }
      .map { unindented($0.text) }
    #expect(blocks.count > 3)
    #expect(blocks.filter { block in !code.contains { $0.contains(block) } } == [])
  }

  private func unindented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }
}
