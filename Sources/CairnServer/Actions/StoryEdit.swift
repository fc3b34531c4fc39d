import Cairn
import CairnStore

/// What a person says of a story; what they do not say stays as it is.
struct StoryEdit: Sendable {
  /// Another title.
  var title: String?
  /// Another series; empty takes it away.
  var series: String?
  /// Another author; empty takes it away.
  var author: String?
  /// Another narrator; empty takes it away.
  var narrator: String?
  /// Another length of the audio; the inner nil takes it away.
  var duration: Milliseconds??
  /// Whether it is a favourite.
  var isFavorite: Bool?

  /// Changes a story.
  ///
  /// Throws `story.not_found`, `story.title_missing`, `story.title_too_long` and
  /// `story.invalid_duration`.
  func apply(to id: Identifier<Story>, in writer: LogWriter) throws {
    let story = try writer.changeStory(id) { story in
      if let title { try story.setTitle(title) }
      if let series { story.setSeries(series) }
      if let author { story.setAuthor(author) }
      if let narrator { story.setNarrator(narrator) }
      if let duration { try story.setDuration(duration) }
      if let isFavorite { story.isFavorite = isFavorite }
    }
    writer.title = "\(words) “\(story.title)”"
  }

  /// What is done, for the history.
  private var words: String {
    guard let isFavorite else { return "Edit" }
    return isFavorite ? "Make a favourite of" : "No longer a favourite:"
  }
}
