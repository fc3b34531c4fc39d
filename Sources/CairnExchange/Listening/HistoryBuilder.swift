import Cairn

/// A builder that groups sessions by story, in the order of first occurrence.
struct HistoryBuilder {
  private(set) var stories: [ImportedHistory.ListenedStory] = []
  private var places: [String: Int] = [:]

  /// Adds a story, and a session if given; the first data of a story wins.
  mutating func add(_ story: ImportedStory, _ listen: ImportedListeningSession? = nil) {
    let place = places[story.key] ?? stories.count
    if place == stories.count {
      places[story.key] = place
      stories.append(ImportedHistory.ListenedStory(story: story))
    }
    if let listen { stories[place].sessions.append(listen) }
  }

  /// Appends a line to the notes of a known story.
  mutating func note(_ line: String, _ story: ImportedStory) {
    guard let place = places[story.key] else { return }
    let notes = stories[place].story.notes
    stories[place].story.notes = notes.map { "\($0)\n\(line)" } ?? line
  }
}
