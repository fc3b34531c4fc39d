import Cairn
import CairnStore

/// Options for mood and place of a session; an option that was not typed changes nothing.
struct SessionContextOptions: Sendable {
  private let before: String?
  private let after: String?
  private let place: String?

  /// Reads `--place` and the named mood options.
  init(_ invocation: Invocation, before: String? = nil, after: String? = nil) throws(CairnError) {
    self.before = before.flatMap { invocation.value($0) }
    self.after = after.flatMap { invocation.value($0) }
    place = invocation.value("place")
    for word in [self.before, self.after].compactMap(\.self) { _ = try Self.mood(word) }
  }

  /// Applies the options to a session.
  func apply(to id: SessionID, in writer: LogWriter) throws {
    guard before != nil || after != nil || place != nil else { return }
    try writer.change(id, as: NoDetail.self) { session in
      if let before { try session.sessionContext.setMoodBefore(Self.mood(before)) }
      if let after { try session.sessionContext.setMoodAfter(Self.mood(after)) }
      if let place { session.sessionContext.setPlace(place == "none" ? nil : place) }
    }
  }

  /// Parses a mood, or `none` for an unknown one; throws `usage.value`.
  private static func mood(_ word: String) throws(CairnError) -> Int64? {
    if word == "none" || word.isEmpty { return nil }
    guard let mood = Int64(word), SessionContext.moods.contains(mood) else {
      throw CairnError(
        "usage.value",
        "A mood is a number from 1 to 5, or none, not '\(word)'.",
        hint: "Use 1 for low and 5 for high."
      )
    }
    return mood
  }
}

extension Option {
  static var mood: Option { mood("mood", "Your mood now, from 1 (low) to 5 (high), or none.") }
  static var moodBefore: Option { mood("mood-before", "Your mood before, from 1 to 5, or none.") }
  static var moodAfter: Option { mood("mood-after", "Your mood after, from 1 to 5, or none.") }
  static var place: Option {
    .value("place", "TEXT", "The location: home, train; or none.", completion: .live("places"))
  }
  static var reason: Option { .value("reason", "TEXT", "The reason for the pause.") }

  private static func mood(_ name: String, _ help: String) -> Option {
    .value(name, "N", help, completion: .values(["1", "2", "3", "4", "5", "none"]))
  }
}
