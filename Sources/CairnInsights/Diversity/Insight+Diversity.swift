extension Insight {
  /// How much is known of books.
  public static let completeness = Insight(
    "diversity_completeness",
    "What is known of cultural origin, gender, translation, own voices and accessibility, out of "
      + "five for each book; a book by several authors counts in equal parts, a wish not at all."
  )
  /// How far books reach.
  public static let representation = Insight(
    "representation",
    "The part of the books of which it is known that lies outside the largest category, or of "
      + "translation, own voices and accessibility the part with a yes; books of which it is not "
      + "known are told beside it and are in no share."
  )
  /// What answers have earned.
  public static let curation = Insight(
    "curator_points",
    "Five for each answer of your own about an author or a book where nothing was known, one for "
      + "each further book that an author's answer fills, and fifty once, when nothing was unknown; "
      + "an answer that is changed earns nothing more, one that is taken back nothing at all."
  )

  /// All of diversity.
  public static let ofDiversity = [completeness, representation, curation]
}
