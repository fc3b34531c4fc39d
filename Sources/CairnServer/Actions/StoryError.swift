import Cairn

extension CairnError {
  /// The error for an unknown story.
  static var noStory: CairnError {
    CairnError(
      "story.not_found",
      "There is no such story.",
      hint: "List the stories to see their ids."
    )
  }
}
