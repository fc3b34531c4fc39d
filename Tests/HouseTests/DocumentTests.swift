import Foundation
import Testing

@Suite struct `Documents` {
  @Test func `contain no broken link`() {
    let broken = Repository.pages.flatMap { page in
      page.text.matches(of: #"\]\(([^)\s#]+)(?:#[^)\s]*)?\)"#)
        .filter { !exists($0.groups[0], from: page) }
        .map { page.place(line: $0.line) }
    }
    #expect(broken == [])
  }

  @Test func `are all reachable from the README`() {
    let pages = Repository.pages.map(\.path).filter { $0.hasPrefix("docs/") }
    #expect(pages.filter { !reached.contains($0) } == [])
  }

  @Test func `contain no path of the author's machine`() {
    let folders = ["work", "root", "home", "tmp/wt"].joined(separator: "|")
    let path = #"(?<![\w.*~}\])-])/(?:"# + folders + ")/"
    #expect(Repository.places(of: path, in: Repository.files, \.text) == [])
  }

  private func exists(_ link: String, from page: RepositoryFile) -> Bool {
    if link.contains(":") { return true }
    let folder = Repository.top.appendingPathComponent(page.path).deletingLastPathComponent()
    return FileManager.default.fileExists(atPath: folder.appendingPathComponent(link).path)
  }

  /// The pages that links lead to, transitively from the first page.
  private var reached: Set<String> {
    var (seen, ahead) = (Set(["README.md"]), ["README.md"])
    while let page = ahead.popLast() {
      for link in links(of: page) where seen.insert(link).inserted { ahead.append(link) }
    }
    return seen
  }

  private func links(of page: String) -> [String] {
    let folder = (page as NSString).deletingLastPathComponent as NSString
    return Repository.text(page).matches(of: #"\]\(([^)\s#:]+)"#).map {
      (folder.appendingPathComponent($0.groups[0]) as NSString).standardizingPath
    }
  }
}
