import Foundation
import Testing

@Suite struct `Source files` {
  @Test(arguments: [#"\btry!"#, #"\bfatalError\("#])
  func `do not abort the process on errors`(pattern: String) {
    #expect(Repository.places(of: pattern, in: Repository.sources) == [])
  }

  @Test func `read the clock in one place`() {
    let others = Repository.sources.filter { !$0.path.hasPrefix("Sources/CairnStore/Clock") }
    let clock = #"\bDate\(\)|\bDate\.now\b|\bDate = \.now\b|\bclock_gettime\(|\bgettimeofday\("#
    #expect(Repository.places(of: clock, in: others) == [])
  }

  @Test func `insert raw markup in one place`() {
    let others = Repository.sources.filter { !$0.path.hasSuffix("/ChartCard.swift") }
    #expect(Repository.places(of: #"\bHTML\(markup:"#, in: others) == [])
  }

  @Test func `name the lock behind each unchecked Sendable`() {
    let bare = Repository.sources.flatMap { file in
      file.code.matches(of: "@unchecked Sendable")
        .filter { !file.namesLock(above: $0.line) }
        .map { file.place(line: $0.line) }
    }
    #expect(bare == [])
  }

  @Test func `have at most 400 lines`() {
    let kinds = [".swift", ".sh", ".c", ".h", ".js", ".py"]
    let long = Repository.files.filter { file in
      kinds.contains { file.path.hasSuffix($0) } && file.lines.count > 401
    }
    #expect(long.map(\.path) == [])
  }

  @Test func `avoid the glossary's forbidden words`() {
    let words = avoided.joined(separator: "|")
    let word = "(?:\(words))(?![a-z])"
    let type = #"\b(?:struct|class|enum|actor|protocol|typealias) +\w*"# + word
    #expect(!avoided.isEmpty)
    #expect(Repository.places(of: type, in: Repository.swift) == [])
    #expect(Repository.swift.map(\.path).filter { !$0.matches(of: word).isEmpty } == [])
  }

  /// The words in backticks in the paragraph "Words to avoid" of `docs/glossary.md`.
  private var avoided: [String] {
    let paragraph = Repository.text("docs/glossary.md").matches(of: #"^Words to avoid:((?:.+\n)+)"#)
    return paragraph.flatMap(\.groups).joined().matches(of: #"`(\w+)`"#).flatMap(\.groups)
  }
}

extension RepositoryFile {
  /// Returns whether the comment on a declaration, or on its line, names what guards it.
  func namesLock(above line: Int) -> Bool {
    let above = lines[..<line].reversed().prefix {
      !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("}")
    }
    let comment = above.filter { $0.contains("//") }.joined(separator: " ").lowercased()
    return !comment.matches(of: #"\b(?:lock|mutex|queue)"#).isEmpty
  }
}
