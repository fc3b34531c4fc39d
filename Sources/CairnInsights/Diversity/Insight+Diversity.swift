import Cairn

extension Insight {
  /// How much is known of books.
  public static let completeness = Insight(
    "diversity_completeness",
    DiversityWords.completenessDefinition
  )
  /// How far books reach.
  public static let representation = Insight(
    "representation",
    DiversityWords.representationDefinition
  )
  /// What answers have earned.
  public static let curation = Insight(
    "curator_points",
    DiversityWords.curationDefinition
  )

  /// All of diversity.
  public static let ofDiversity = [completeness, representation, curation]
}
