import Foundation
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

  @Test func `has a tutorial that ends with an example of fifty lines`() throws {
    let catalogue = Repository.top.appending(path: "Sources/CairnKit/CairnKit.docc")
    let page = catalogue.appending(path: "ReadingTimer.tutorial")
    let tutorial = try String(contentsOf: page, encoding: .utf8)
    let steps = tutorial.matches(of: #"@Code\(name: "[^"]+", file: "([^"]+)"\)"#)
      .flatMap(\.groups)
    #expect(steps.count > 2)
    let last = catalogue.appending(path: "Resources/\(try #require(steps.last))")
    let code = try String(contentsOf: last, encoding: .utf8)
    #expect(code == Repository.text("Examples/ReadingTimer/ReadingTimer.swift"))
    #expect(code.split(separator: "\n", omittingEmptySubsequences: false).count <= 50 + 1)
  }

  /// No Linux has SwiftUI, so the compiler can only parse the file, without the condition around it.
  @Test func `has an app with a screen that parses`() throws {
    let lines = Repository.text("Examples/Timer/SwiftUI/ReadingTimer.swift").split(separator: "\n")
    let code = lines.filter { !$0.hasPrefix("#") }.joined(separator: "\n")
    #expect(lines.count > 50)
    let scratch = try Scratch()
    try Data(code.utf8).write(to: scratch.url.appending(path: "App.swift"))
    let variables = ProcessInfo.processInfo.environment.filter { $0.key == "PATH" }
    let said = try scratch.run("swiftc -frontend -parse -swift-version 6 App.swift", variables)
    #expect(said == "")
  }

  private func unindented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }
}
