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
      + "translation, own voices and accessibility the part with a yes; what is not known is "
      + "in no share."
  )
  /// What answers have earned.
  public static let curation = Insight(
    "curator_points",
    "Five for each answer of your own where nothing was known, one for each further book that it "
      + "fills, fifty once when nothing was unknown; one taken back, or about no book that counts, "
      + "earns nothing."
  )

  /// All of diversity.
  public static let ofDiversity = [completeness, representation, curation]
}
