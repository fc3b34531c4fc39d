import Cairn
import CairnActions
import CairnStore

extension Invocation {
  /// Returns the edit of a story; several `--author` are joined with commas; throws `usage.value`.
  func storyEdit(_ id: Identifier<Story>) throws(CairnError) -> EditStory {
    var edit = try EditStory(id, self)
    edit.author = storyAuthor
    return edit
  }

  /// Returns a story with a title; throws `usage.value`.
  func newStory(_ title: String) throws(CairnError) -> NewStory {
    var new = try NewStory(self)
    new.title = title
    new.author = storyAuthor.flatMap { $0.isEmpty ? nil : $0 }
    return new
  }

  /// Saves the options with a story that is known; throws the errors of ``EditStory``.
  func edit(_ choice: StoryChoice, in writer: LogWriter) throws {
    guard let id = choice.id else { return }
    let edit = try storyEdit(id)
    if edit != EditStory(id) { try edit.run(in: writer) }
  }

  private var storyAuthor: String? {
    let names = values("author")
    return names.isEmpty ? nil : names == ["none"] ? "" : names.joined(separator: ", ")
  }
}

extension [Option] {
  /// Options that describe a story beside its title.
  static var story: [Option] {
    [Option(EditStory.author, placeholder: "NAME"), .series] + .audio
  }

  /// Options that describe the audio of a story.
  static var audio: [Option] {
    [
      Option(EditStory.narrator, placeholder: "NAME"),
      Option(EditStory.duration, placeholder: "LENGTH"),
    ]
  }
}

extension Option {
  static var series: Option { Option(EditStory.series) }
}
