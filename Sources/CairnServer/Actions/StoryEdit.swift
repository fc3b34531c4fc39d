import Cairn
import CairnStore

/// Changes to a story; nil leaves a value unchanged.
struct StoryEdit: Sendable {
  var title: String?
  /// The new series; an empty one clears it.
  var series: String?
  /// The new author; an empty one clears it.
  var author: String?
  /// The new narrator; an empty one clears it.
  var narrator: String?
  /// The new duration of the audio; the inner nil clears it.
  var duration: Milliseconds??
  var isFavorite: Bool?

  /// Changes a story.
  ///
  /// Throws `story.not_found`, `story.title_missing`, `story.title_too_long` and `story.invalid_duration`.
  func apply(to id: Identifier<Story>, in writer: LogWriter) throws {
    let story = try writer.changeStory(id) { story in
      if let title { try story.setTitle(title) }
      if let series { story.setSeries(series) }
      if let author { story.setAuthor(author) }
      if let narrator { story.setNarrator(narrator) }
      if let duration { try story.setDuration(duration) }
      if let isFavorite { story.isFavorite = isFavorite }
    }
    writer.title = "“\(story.title)” \(words)"
  }

  /// The verb of the history entry.
  private var words: String {
    guard let isFavorite else { return "edited" }
    return isFavorite ? "added to favourites" : "removed from favourites"
  }
}
