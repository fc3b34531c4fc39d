import Foundation
import Testing

@Suite struct `Documents` {
  @Test func `link only to what exists`() {
    let broken = Repository.pages.flatMap { page in
      page.text.matches(of: #"\]\(([^)\s#]+)(?:#[^)\s]*)?\)"#)
        .filter { !exists($0.groups[0], from: page) }
        .map { page.place(line: $0.line) }
    }
    #expect(broken == [])
  }

  @Test func `can all be reached from the first page`() {
    let pages = Repository.pages.map(\.path).filter { $0.hasPrefix("docs/") }
    let indexes = ["README.md", "docs/adr/README.md"].map(Repository.text).joined()
    let missing = pages.filter { !indexes.contains("(\($0))") && !indexes.contains(name($0)) }
    #expect(missing == [])
  }

  @Test func `name no folder of the machine they were written on`() {
    let folders = ["work", "root", "home", "tmp/wt"].joined(separator: "|")
    let path = #"(?<![\w.*~}\])-])/(?:"# + folders + ")/"
    #expect(Repository.places(of: path, in: Repository.files, \.text) == [])
  }

  private func exists(_ link: String, from page: RepositoryFile) -> Bool {
    if link.contains(":") { return true }
    let folder = Repository.top.appendingPathComponent(page.path).deletingLastPathComponent()
    return FileManager.default.fileExists(atPath: folder.appendingPathComponent(link).path)
  }

  private func name(_ path: String) -> String { "(\((path as NSString).lastPathComponent))" }
}
