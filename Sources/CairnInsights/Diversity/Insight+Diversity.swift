import Cairn

extension Insight {
  /// The known part of the author and book details.
  public static let completeness = Insight(
    "diversity_completeness",
    DiversityText.completenessDefinition
  )
  /// The diversity score of a dimension.
  public static let representation = Insight(
    "representation",
    DiversityText.representationDefinition
  )
  /// The points that answers earned.
  public static let curation = Insight(
    "curator_points",
    DiversityText.curationDefinition
  )

  /// All diversity insights.
  public static let ofDiversity = [completeness, representation, curation]
}
