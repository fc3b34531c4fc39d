import Cairn
import Foundation
import Testing

@Suite struct `The texts about diversity` {
  private static let path = "Sources/Cairn/Diversity/DiversityText.swift"
  private static let words = Repository.files.filter { $0.path == path }
  private static let others = Repository.sources.filter { $0.path != path }
  /// The strings of each other source, by its path.
  private static let otherStrings = others.map {
    ($0.path, $0.text.stringContents.flatMap(\.groups))
  }

  /// Returns the other sources with a string that satisfies a predicate.
  private func places(_ isFound: (_ said: String) -> Bool) -> [String] {
    Self.otherStrings.flatMap { path, said in
      said.filter(isFound).map { "\(path): \($0)" }
    }
  }

  @Test func `name categories in one file`() {
    let lists = [
      Category.regions, Category.genders, Category.features, Category.translations, Category.eras,
    ]
    let labels = lists.flatMap(\.self).map(\.label) + Dimension.all.map(\.label)
    // “Other” is too general to check; a zone such as Europe/Berlin is not a region.
    let told = labels.filter { $0 != "Other" }.joined(separator: "|")
    let pattern = #"(?<![\w-])(?:\#(told))(?![\w/-])"#
    #expect(labels.count > 30)
    let files = Self.otherStrings.filter { _, said in
      !said.joined(separator: "\n").matches(of: pattern).isEmpty
    }
    #expect(files.map(\.0) == [])
  }

  @Test func `appear nowhere else`() {
    let said = Set(Self.words.flatMap { $0.text.stringContents.flatMap(\.groups) })
    // Short texts are too general to search for inside others, so only equal strings count.
    // The list of languages is longer than any sentence.
    let told = said.filter { $0.contains(" ") && (12...200).contains($0.count) }
    let long = told.filter { $0.split(separator: " ").count > 4 }
    #expect(told.count > 90 && long.count > 30)
    #expect(places { said in long.contains { said.contains($0) } } == [])
    // Columns of other programs have their own names.
    let again = places { told.contains($0) }
    #expect(again.filter { !$0.contains("/ColumnField.swift:") } == [])
  }
}
