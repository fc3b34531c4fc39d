import Cairn
import CairnActions
import CairnStore

/// Options that describe a story; an option that was not typed changes nothing.
struct StoryFacts: Sendable {
  /// The author; several are joined with commas.
  let author: String?
  private let series: String?
  private let narrator: String?
  private let length: Milliseconds??

  /// Reads `--author`, `--series`, `--narrator` and `--length`; throws `usage.value`.
  init(_ invocation: Invocation) throws(CairnError) {
    let authors = invocation.values("author")
    author = authors.isEmpty ? nil : authors.joined(separator: ", ")
    series = invocation.value("series")
    narrator = invocation.value("narrator")
    length = try invocation.length(EditStory.duration)
  }

  var isEmpty: Bool { author == nil && series == nil && narrator == nil && length == nil }

  /// Copies the options to a new story.
  func fill(_ new: inout NewStory) {
    (new.series, new.author) = (Self.known(series), Self.known(author))
    new.narrator = Self.known(narrator)
    new.duration = length ?? nil
  }

  /// Copies the options to an edit.
  func fill(_ edit: inout EditStory) {
    edit.author = author.map { Self.known($0) ?? "" }
    edit.series = series.map { Self.known($0) ?? "" }
    edit.narrator = narrator.map { Self.known($0) ?? "" }
    edit.duration = length
  }

  /// Applies the options to a known story; throws the errors of `EditStory`.
  func apply(to choice: StoryChoice, in writer: LogWriter) throws {
    guard !isEmpty, let id = choice.id else { return }
    var edit = EditStory(id)
    fill(&edit)
    try edit.run(in: writer)
  }

  private static func known(_ word: String?) -> String? { word == "none" ? nil : word }
}

extension [Option] {
  /// Options that describe a story beside its title.
  static var story: [Option] {
    [
      .value("author", "NAME", "The author, or none."), .series,
    ] + .audio
  }

  /// Options that describe the audio of a story.
  static var audio: [Option] {
    [
      .value("narrator", "NAME", "The narrator, or none."),
      Option(EditStory.duration, placeholder: "LENGTH"),
    ]
  }
}

extension Option {
  static var series: Option {
    .value("series", "TEXT", "The series or podcast, or none.")
  }
}
