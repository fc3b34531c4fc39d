/// The circumstances of a session: mood, place, tags and the reasons for interruptions.
///
/// Every value is optional and nothing prompts for it; nil means unknown.
public struct SessionContext: Sendable, Hashable {
  /// The mood at the start, 1 (low) to 5 (high), or nil.
  public internal(set) var moodBefore: Int64?
  /// The mood at the end, 1 to 5, or nil.
  public internal(set) var moodAfter: Int64?
  /// The place in the person's words, or nil.
  public internal(set) var place: String?
  /// The known reasons for pauses, in order.
  public internal(set) var interruptions: [Interruption] = []
  /// The tags.
  public var tags = SessionTags()

  /// The valid moods.
  public static let moods: ClosedRange<Int64> = 1...5

  /// Creates a context in which nothing is known.
  public init() {}

  /// Creates a context from stored values.
  package init(
    moodBefore: Int64?,
    moodAfter: Int64?,
    place: String?,
    interruptions: [Interruption],
    tags: SessionTags
  ) {
    (self.moodBefore, self.moodAfter) = (moodBefore, moodAfter)
    (self.place, self.interruptions, self.tags) = (place, interruptions, tags)
  }

  /// Sets the mood before, or clears it with nil.
  ///
  /// Throws `session.invalid_mood`.
  public mutating func setMoodBefore(_ mood: Int64?) throws(CairnError) {
    moodBefore = try Self.checked(mood)
  }

  /// Sets the mood after, or clears it with nil.
  ///
  /// Throws `session.invalid_mood`.
  public mutating func setMoodAfter(_ mood: Int64?) throws(CairnError) {
    moodAfter = try Self.checked(mood)
  }

  /// Sets the place as one line; nil or blank text clears it.
  public mutating func setPlace(_ place: String?) {
    self.place = place.flatMap(collapsedLine)
  }

  private static func checked(_ mood: Int64?) throws(CairnError) -> Int64? {
    guard let mood, !moods.contains(mood) else { return mood }
    throw CairnError(
      "session.invalid_mood",
      "A mood is a number from 1 (low) to 5 (high), not \(mood).",
      hint: "Give a number in this range, or none to leave it unknown."
    )
  }
}

/// The reason for a pause.
public struct Interruption: Sendable, Hashable {
  /// When the pause began.
  public let at: Instant
  /// The reason in the person's words, as one line.
  public let reason: String

  /// Creates an interruption; nil for a blank reason.
  public init?(at: Instant, reason: String) {
    guard let reason = collapsedLine(reason) else { return nil }
    self.at = at
    self.reason = reason
  }
}

/// Collapses white space to single spaces and trims the text; nil if nothing is left.
func collapsedLine(_ text: String) -> String? {
  let words = text.split { $0 == " " || $0.isNewline || $0 == "\t" }
  return words.isEmpty ? nil : words.joined(separator: " ")
}

extension SessionContext {
  /// Sets the reason of the pause that began at `at`; nil or blank text clears it.
  mutating func setReason(_ reason: String?, at: Instant) {
    interruptions.removeAll { $0.at == at }
    guard let reason, let new = Interruption(at: at, reason: reason) else { return }
    interruptions = (interruptions + [new]).sorted { $0.at < $1.at }
  }

  /// Shifts all times together with the session.
  mutating func shift(by distance: Milliseconds) {
    interruptions = interruptions.compactMap {
      Interruption(at: $0.at + distance, reason: $0.reason)
    }
  }

  /// Keeps what came before a cut and returns what came after it, with the same place and tags.
  mutating func split(at cut: Instant) -> SessionContext {
    var later = self
    later.moodBefore = nil
    moodAfter = nil
    later.interruptions.removeAll { $0.at < cut }
    interruptions.removeAll { $0.at >= cut }
    return later
  }

  /// Returns a line for the note with the later place, if the two places differ.
  func differingPlaceNote(for later: SessionContext) -> String? {
    guard let place, let other = later.place, other != place else { return nil }
    return "Then at \(other)."
  }

  /// Returns this context combined with that of a later session.
  func followed(by later: SessionContext) -> SessionContext {
    var both = self
    both.moodAfter = later.moodAfter
    both.place = place ?? later.place
    both.tags = tags.union(later.tags)
    for one in later.interruptions { both.setReason(one.reason, at: one.at) }
    return both
  }
}

extension SessionContext {
  init(fields: Fields) throws(CairnError) {
    moodBefore = try fields.integer("moodBefore", in: Self.moods)
    moodAfter = try fields.integer("moodAfter", in: Self.moods)
    place = try fields.text("place")
    interruptions = try fields.text("interruptions").map(Interruption.list) ?? []
    tags = try SessionTags(fields: fields)
  }

  func write(to fields: inout Fields) {
    fields.set("moodBefore", moodBefore)
    fields.set("moodAfter", moodAfter)
    fields.set("place", place)
    fields.set("interruptions", interruptions.isEmpty ? nil : interruptions.text)
    tags.write(to: &fields)
  }
}

extension [Interruption] {
  /// The stored form: one line per interruption with milliseconds, a space and the reason.
  public var text: String {
    map { "\($0.at.milliseconds) \($0.reason)" }.joined(separator: "\n")
  }
}

extension Interruption {
  /// Parses the stored form; skips invalid lines.
  public static func list(_ text: String) -> [Interruption] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let at = Int64(parts[0]) else { return nil }
      return Interruption(at: Instant(milliseconds: at), reason: String(parts[1]))
    }
  }
}

/// The moods before and after a session as one text: `3>4`, with an empty side for unknown.
public struct MoodPair: Sendable, Hashable {
  /// The mood before, 1 to 5, or nil.
  public let before: Int64?
  /// The mood after, 1 to 5, or nil.
  public let after: Int64?

  /// Creates a pair of moods.
  public init(_ before: Int64?, _ after: Int64?) {
    (self.before, self.after) = (before, after)
  }

  /// Parses the text; a side that is not a number is unknown.
  public init(text: String) {
    let parts = text.split(separator: ">", omittingEmptySubsequences: false)
    before = parts.first.flatMap { Int64($0) }
    after = parts.count == 2 ? Int64(parts[1]) : nil
  }

  /// The text form.
  public var text: String {
    (before.map { String($0) } ?? "") + ">" + (after.map { String($0) } ?? "")
  }
}
