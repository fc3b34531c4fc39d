/// A builder that groups sessions by story, in the order of first occurrence.
struct HistoryBuilder {
  private(set) var stories: [ImportedHistory.ListenedStory] = []
  private var indices: [String: Int] = [:]

  /// Adds a story, and a session if given; the first data of a story wins.
  mutating func add(_ story: ImportedStory, _ listen: ImportedListeningSession? = nil) {
    let index = indices[story.key] ?? stories.count
    if index == stories.count {
      indices[story.key] = index
      stories.append(ImportedHistory.ListenedStory(story: story))
    }
    if let listen { stories[index].sessions.append(listen) }
  }

  /// Appends a line to the notes of a known story.
  mutating func note(_ line: String, _ story: ImportedStory) {
    guard let index = indices[story.key] else { return }
    let notes = stories[index].story.notes
    stories[index].story.notes = notes.map { "\($0)\n\(line)" } ?? line
  }
}
