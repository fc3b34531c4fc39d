import Foundation
import Testing

/// The catalogue of errors is docs/errors.md; each is written in one place of the source.
@Suite struct `Error codes` {
  @Test func `are documented under their own headings`() {
    #expect(named.subtracting(headings).sorted() == [])
  }

  @Test func `are no longer documented once no error has them`() {
    #expect(Set(headings).subtracting(thrown).sorted() == [])
  }

  @Test func `have one heading each, sorted`() {
    #expect(Set(headings).sorted() == headings)
  }

  @Test func `begin with the name of a family`() {
    let pattern = #"\b(?:CairnError|ImportError)\(\s*"([^".]*)"#
    let used = people.flatMap { $0.text.matches(of: pattern).flatMap(\.groups) }
    #expect(!used.isEmpty)
    #expect(Set(used).subtracting(families).sorted() == [])
  }

  @Test func `are written out, so that a search finds them`() {
    let joined = "\"(?:\(anyFamily))\\.(?![a-z0-9_]+\")"
    #expect(Repository.places(of: joined, in: people, \.text) == [])
  }

  @Test func `have each of their sentences in one place`() {
    let built = people.flatMap { file in
      file.text.matches(of: #"\(\s*("(?:"# + anyFamily + #")\.[a-z0-9_]+"),\s*"((?:[^"\\]|\\.)*)"#)
        .map { (key: Self.withoutValues($0.groups), place: file.place(line: $0.line)) }
    }
    let repeated = Dictionary(grouping: built, by: \.key).filter { $1.count > 1 }
    #expect(built.count > 200 && repeated.values.flatMap { $0.map(\.place) } == [])
  }

  @Test func `have a next step`() {
    #expect(Repository.places(of: #"hint: ""(?:\)|$)"#, in: errors, \.text) == [])
  }

  /// The families in the table of docs/errors.md, which CairnCLITests compare with exit codes and statuses.
  private var families: Set<String> {
    let rows = page.matches(of: #"^\| ((?:`[a-z]+`(?:, )?)+) \| [^|]+ \| [0-9–]+ \| [0-9–]+ \|$"#)
    return Set(rows.flatMap { $0.groups[0].matches(of: "`([a-z]+)`").flatMap(\.groups) })
  }

  private var anyFamily: String { families.sorted().joined(separator: "|") }

  /// The sources of errors that reach users; `CairnSQL` codes are converted before.
  private var people: [RepositoryFile] {
    Repository.sources.filter { $0.target != "CairnSQL" }
  }

  /// The sources that throw errors, not those that only look at codes.
  private var errors: [RepositoryFile] {
    people.filter { $0.target != "CairnPages" && $0.name != "ErrorHints.swift" }
  }

  /// The codes in the source, also where they are only compared.
  private var named: Set<String> { codes(#"(CODE)"#, people) }

  /// The codes in the source, unless they are compared or the key of a dictionary.
  private var thrown: Set<String> { codes(#"(?<![=!]= )(CODE)(?!: )"#, errors) }

  private func codes(_ pattern: String, _ files: [RepositoryFile]) -> Set<String> {
    let code = pattern.replacingOccurrences(of: "CODE", with: #""(?:\#(anyFamily))\.[a-z0-9_]+""#)
    let found = files.flatMap { $0.text.matches(of: code).flatMap(\.groups) }
    return Set(found.map { $0.trimmingCharacters(in: ["\""]) })
  }

  private var headings: [String] {
    page.matches(of: #"^#+ `([a-z0-9_.]+)`$"#).flatMap(\.groups)
  }

  private var page: String { Repository.text("docs/errors.md") }

  /// Returns a code and a sentence without its interpolations, as far as the first quote.
  private static func withoutValues(_ texts: [String]) -> String {
    texts.joined(separator: " ")
      .replacingOccurrences(
        of: #"\\\((?:[^()]|\([^()]*\))*\)?"#,
        with: "…",
        options: .regularExpression
      )
  }
}
