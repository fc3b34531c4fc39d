import Cairn
import Testing

@Suite struct `The texts about diversity` {
  private static let lists: [([Category], String)] = [
    (
      Category.regions,
      "africa asia europe northAmerica southAmerica oceania middleEast caribbean centralAsia "
        + "indigenous international"
    ), (Category.genders, "female male nonBinary other"), (Category.answers, "yes no"),
    (
      Category.features,
      "audiobook braille describedImages dyslexiaFriendly largePrint plainLanguage screenReader"
    ), ([Category.noFeature], "none"), (Category.translations, "original translated"),
    (Category.eras, "antiquity 500 1500 1800 1900 1950 2000"),
  ]

  @Test(arguments: lists)
  func `include a label for each stored value, which never changes`(
    list: [Category],
    stored: String
  ) {
    #expect(list.map(\.value).joined(separator: " ") == stored)
    #expect(list.allSatisfy { !$0.label.isEmpty && !$0.label.hasPrefix(" ") })
    #expect(Set(list.map { folded($0.label) }).count == list.count)
  }

  @Test(arguments: Dimension.all)
  func `are valid input for their values`(dimension: Dimension) throws {
    for one in dimension.categories {
      #expect(try dimension.value(typed: one.label) == one.value)
      #expect(try dimension.value(typed: one.value) == one.value)
      #expect(dimension.label(of: one.value) == one.label)
    }
  }

  @Test func `name each dimension and each fact, as a title and in a sentence`() {
    let dimensions = Dimension.all.flatMap { [$0.label, $0.noun] }
    let facts = FactKind.all.flatMap { [$0.title, $0.label] }
    #expect((dimensions + facts).allSatisfy { !$0.isEmpty })
    #expect(Set(Dimension.all.map(\.label)).count == Dimension.all.count)
    #expect(Set(FactKind.all.map(\.label)).count == FactKind.all.count)
  }

  @Test func `have a distinct question for each dimension, with its subject`() {
    let one = DescribedBook.Writer(
      id: Identifier(RecordID(high: 1, low: 1)),
      name: "Ada",
      facts: .init()
    )
    let book = DescribedBook(
      work: Identifier(RecordID(high: 1, low: 2)),
      entry: Identifier(RecordID(high: 1, low: 3)),
      title: "Notes",
      writers: [one],
      facts: .init()
    )
    let texts = Question.all(about: book).map(\.text)
    #expect(Set(texts).count == Dimension.core.count)
    #expect(texts.allSatisfy { $0.contains("Ada") || $0.contains("Notes") })
  }

  @Test func `include every language that a question offers`() {
    let codes = Set(Language.all.map(\.value))
    #expect(
      Language.common.dropLast().allSatisfy { codes.contains($0.value) && $0.label != $0.value }
    )
    #expect(Language.all.count == 183 && codes.count == 183)
  }
}
