import Testing

@Suite struct `The page for developers of listening apps` {
  @Test func `shows only code of the example`() throws {
    let page = Repository.text("docs/listening-client.md")
    let blocks = page.matches(of: "^```swift\n((?:(?!^```)[^\n]*\n)*)").flatMap(\.groups)
    let example = Repository.swift.filter { $0.path.hasPrefix("Examples/Listening/") }.map(\.text)
    #expect(blocks.count > 4)
    #expect(blocks.filter { block in !example.contains { $0.contains(block) } } == [])
  }
}
