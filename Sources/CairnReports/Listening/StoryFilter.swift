/// A filter for stories.
public struct StoryFilter: Sendable {
  /// Only favourites or only others; nil for all.
  public var isFavorite: Bool?
  /// Only stories of this group.
  public var group: String?
  /// Only stories with a title that contains this text, case-folded.
  public var words: String?
  /// Whether to include deleted stories.
  public var includesDeleted = false
  /// The page size.
  public var limit = 10_000
  /// The number of stories to skip.
  public var offset = 0

  /// Creates a filter for all stories, or for those that are favourites or are not.
  public init(isFavorite: Bool? = nil) { self.isFavorite = isFavorite }
}
