import Cairn
public import CairnReports
import CairnSQL

extension SearchQuery {
  /// Returns the stories that contain all words, the most relevant first.
  func stories(limit: Int, in connection: any SQLConnection) throws -> [StoryRow] {
    let scores = storyHits { number, hits in
      "SELECT CAST(\(number) AS INTEGER) AS number, story, max(score) AS score FROM (\(fragment: hits)) AS hit GROUP BY story"
    }
    let ids: [Identifier<Story>] = try connection.values(
      """
      SELECT story.id FROM (
        SELECT story, sum(score) AS score FROM (\(fragment: scores)) AS scored
        GROUP BY story HAVING count(*) = \(count)) AS found
      JOIN story ON story.id = found.story
      ORDER BY found.score DESC, length(story.folded), story.folded, story.id
      LIMIT \(limit)
      """
    )
    return try ids.compactMap { try StoryQuery.find($0, in: connection) }
  }
}

extension Log {
  /// Returns stories with all words in title, series, author or narrator, the most relevant first.
  ///
  /// Matches whole words or word prefixes.
  public func stories(holding text: String, limit: Int = 50) async throws -> [StoryRow] {
    guard let query = SearchQuery(text) else { return [] }
    return try await read { try query.stories(limit: limit, in: $0) }
  }
}
