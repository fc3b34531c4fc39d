import Cairn

/// Gathers sittings by story, in the order in which the stories come.
struct HistoryBuilder {
  private(set) var stories: [ImportedHistory.ListenedStory] = []
  private var places: [String: Int] = [:]

  /// Takes a story, with a sitting if there is one; the first to tell something of a story is heard.
  mutating func add(_ story: ImportedStory, _ listen: ImportedListen? = nil) {
    let place = places[story.key] ?? stories.count
    if place == stories.count {
      places[story.key] = place
      stories.append(ImportedHistory.ListenedStory(story: story))
    }
    if let listen { stories[place].sessions.append(listen) }
  }

  /// Adds a line to what is told of a story that is there.
  mutating func note(_ line: String, _ story: ImportedStory) {
    guard let place = places[story.key] else { return }
    let notes = stories[place].story.notes
    stories[place].story.notes = notes.map { "\($0)\n\(line)" } ?? line
  }
}
