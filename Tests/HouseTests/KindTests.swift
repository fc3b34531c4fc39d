import Foundation
import Testing

@Suite struct `A kind of session` {
  private static let folder = "Tests/CairnCLITests/Running/"
  private let files = Repository.files.filter { $0.path.hasPrefix(Self.folder) }

  @Test func `needs at most 12 files and 600 lines, with its tests`() {
    #expect(files.count <= 12 && !files.isEmpty)
    #expect(files.reduce(0) { $0 + $1.lines.count } <= 600)
  }

  @Test func `is described by the code of its example`() {
    let page = Repository.text("docs/add-a-kind.md")
    let blocks = page.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first?.trimmingCharacters(in: .newlines)
    }
    #expect(blocks.count >= 3)
    let unknown = blocks.filter { block in !files.contains { $0.text.contains(block) } }
    #expect(unknown == [])
  }

  @Test func `has its example described to the end`() {
    let page = Repository.text("docs/add-a-kind.md")
    let kind = Repository.text(Self.folder + "Running.swift")
    #expect(page.contains(kind.trimmingCharacters(in: .newlines)))
  }
}
