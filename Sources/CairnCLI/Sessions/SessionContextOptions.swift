import Cairn
import CairnActions

extension SessionContextEdit {
  /// Reads `--place` and the named mood options; an option that was not typed changes nothing.
  ///
  /// Throws `usage.value`.
  init(_ invocation: Invocation, before: String? = nil, after: String? = nil) throws(CairnError) {
    self.init()
    if let before { moodBefore = try Self.mood(before, invocation) }
    if let after { moodAfter = try Self.mood(after, invocation) }
    place = invocation.value("place").map { $0 == "none" ? "" : $0 }
  }

  private static func mood(_ option: String, _ invocation: Invocation) throws(CairnError) -> Int64??
  {
    guard let word = invocation.value(option) else { return nil }
    return .some(try mood(word))
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
    .value("place", "TEXT", "The place: home, train; or none.", completion: .live("places"))
  }
  static var reason: Option { .value("reason", "TEXT", "The reason for the pause.") }

  private static func mood(_ name: String, _ help: String) -> Option {
    .value(name, "N", help, completion: .values(["1", "2", "3", "4", "5", "none"]))
  }
}
